"""Random legal moves a second of other engines, for `speed.py`: printed as one JSON object.

Runs in a venv of its own (`requirements-bench.txt`), so that the project needs none of them.
"""

import json
import random
import time

import pyspiel
import rlcard

SECONDS = 2.0


def openspiel() -> float:
    """OpenSpiel's compiled gin rummy, driven from Python."""
    game = pyspiel.load_game("gin_rummy")
    rng = random.Random(1)
    moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                faces, weights = zip(*outcomes, strict=True)
                action = rng.choices(faces, weights)[0]
            else:
                action = rng.choice(state.legal_actions())
                moves += 1
            state.apply_action(action)
    return moves / (time.perf_counter() - start)


def rlcard_gin() -> float:
    """RLCard's gin rummy environment."""
    env = rlcard.make("gin-rummy", config={"seed": 1})
    rng = random.Random(1)
    moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
    return moves / (time.perf_counter() - start)


if __name__ == "__main__":
    print(json.dumps({"openspiel": openspiel(), "rlcard": rlcard_gin()}))
