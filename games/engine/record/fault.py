"""What is wrong with a log."""

from ..refusal import Refusal

OUTSIDE_THE_RULES = "log-format"
"""`Fault.rule` where no rule of the game is concerned."""


class Fault(Exception):
    """The first thing in a log that does not hold, and where.

    `reason` is English, one line. `rule` is a rule's number or `OUTSIDE_THE_RULES`; `deal` is a
    deal's number and `move` a move's place in it, from 1; `refusal` is why that move is refused.
    """

    def __init__(
        self,
        reason: str,
        rule: str = OUTSIDE_THE_RULES,
        *,
        deal: int | None = None,
        move: int | None = None,
        refusal: Refusal | None = None,
    ) -> None:
        super().__init__(reason, rule, deal, move)
        self.reason = reason
        self.rule = rule
        self.deal = deal
        self.move = move
        self.refusal = refusal

    @property
    def place(self) -> str:
        """``"deal 3 move 12: "``, ``"deal 3: "``, or nothing where no deal is concerned."""
        if self.deal is None:
            return ""
        return f"deal {self.deal}" + (f" move {self.move}: " if self.move else ": ")

    def __str__(self) -> str:
        why = f": {self.refusal.reason.replace('_', ' ')}" if self.refusal else ""
        return f"{self.place}{self.reason}{why} [{self.rule}]"
