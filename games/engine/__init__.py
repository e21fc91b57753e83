"""The rules of the games: pure Python, immutable values, no Django.

A deal is a setup, a shuffled deck and a list of moves; everything else follows by replaying:

>>> from games.engine import shuffle
>>> from games.engine.moves import parse
>>> from games.engine.rules import begin, check, play
>>> from games.engine.state import Setup
>>> from games.engine.variants import get
>>> from games.engine.view import see
>>> samba = get("samba")
>>> deck = shuffle.deck(shuffle.game_seed(bytes(32), [bytes(16)] * 4), 1, packs=3, jokers=6)
>>> state = begin(Setup(samba, seats=4, dealer=0, totals=(0, 0)), deck)
>>> state.public.turn, state.public.phase.value
(1, 'take')
>>> print(check(see(state, 1), parse("discard 7H")))
take_first [C-7]
>>> state = play(state, parse("draw"))
>>> state.public.phase.value
'lay'
"""
