"""How far somebody has followed a table."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.models import Look, Player
from games.selectors import Loaded


@transaction.atomic
def looked(*, loaded: Loaded, player: Player) -> None:
    """This person has seen the table as it is here; what they saw already stays seen."""
    if loaded.deal is None or not loaded.seats_of(player):
        return
    place = {"deal": loaded.deal.number, "move": len(loaded.moves), "at": timezone.now()}
    look, made = Look.objects.get_or_create(table=loaded.table, player=player, defaults=place)
    if not made:
        earlier = Q(deal__lt=place["deal"]) | Q(deal=place["deal"], move__lt=place["move"])
        Look.objects.filter(earlier, pk=look.pk).update(**place)
