# SPDX-License-Identifier: MIT
"""naive_arrays.py says the same as naive_rules.py: every position after one turn, of random positions of every game."""
import random
import unittest

from naive_arrays import BIT, followers, from_sets, from_state, men_to_take, to_state
from naive_rules import POINTS, RULES, State, play, turns, write_state
from naive_rules import men_to_take as men_to_take_of_one


def random_state(rng):
    """Up to as many men as the board takes: some in mills, some shut in, some with too few."""
    white, black = rng.randint(0, 12), rng.randint(0, 12)
    points = rng.sample(POINTS, white + black)
    board = {point: None for point in POINTS}
    board.update({point: "W" for point in points[:white]})
    board.update({point: "B" for point in points[white:]})
    hand = {colour: rng.choice((0, 0, 1, 3)) for colour in "WB"}
    return State(board, hand, rng.choice("WB"))


def after_by_naive_rules(rules, state):
    """Each turn counts: two that lead to the same position would be two."""
    return sorted(write_state(play(state, turn)) for turn in turns(rules, state))


def after_by_arrays(rules, state):
    which, after = followers(rules, from_state(state))
    assert (which == 0).all()
    return sorted(write_state(to_state(after, number, "B" if state.turn == "W" else "W")) for number in range(len(after)))


class NaiveArrays(unittest.TestCase):
    def test_one_by_one(self):
        rng = random.Random(1)
        for variant, rules in RULES.items():
            for _ in range(60):
                state = random_state(rng)
                self.assertEqual(after_by_arrays(rules, state), after_by_naive_rules(rules, state), f"{variant} {state}")

    def test_many_at_once_are_as_one_by_one(self):
        rng = random.Random(2)
        rules = RULES["lasker-p2"]
        states = [random_state(rng) for _ in range(50)]
        ones = [from_state(state) for state in states]
        many = from_sets(*([getattr(one, name)[0] for one in ones] for name in ("own", "other", "own_hand", "other_hand")))
        which, after = followers(rules, many)
        for number, one in enumerate(ones):
            alone = followers(rules, one)[1]
            here = after[which == number]
            self.assertEqual(sorted(zip(here.own, here.other, here.own_hand, here.other_hand)),
                             sorted(zip(alone.own, alone.other, alone.own_hand, alone.other_hand)))

    def test_men_to_take(self):
        mill_and_one = sum(BIT[point] for point in ("a1", "a4", "a7", "g4"))
        mill = sum(BIT[point] for point in ("a1", "a4", "a7"))
        for variant, of_mill in (("nine-c1", mill), ("nine-p1", 0)):
            found = men_to_take(RULES[variant], from_sets([mill_and_one, mill], [0, 0], 0, 0).own)
            self.assertEqual(list(found), [BIT["g4"], of_mill])
            board = {point: "W" if mill & BIT[point] else None for point in POINTS}
            self.assertEqual(sum(BIT[p] for p in men_to_take_of_one(RULES[variant], board, "W")), of_mill)


if __name__ == "__main__":
    unittest.main()
