# SPDX-License-Identifier: MIT
"""Which difficult rules a position exercises, so that the corpus can be shown to contain them."""
import naive_rules as naive

FEATURES = ("captures", "double mill", "take two", "flying", "all in mills", "uneven hands", "one places, one moves",
            "hands", "no turn", "three in all")


def features(variant, state):
    rules, white, black = naive.rules_of(variant)
    turns = naive.turns(rules, state)
    found = set()
    if any(taken for _, _, taken in turns):
        found.add("captures")
    if any(len(taken) == 2 for _, _, taken in turns):
        found.add("take two")
    for origin, target in naive.steps(rules, state):
        board = dict(state.board)
        if origin is not None:
            board[origin] = None
        board[target] = state.turn
        mills = naive.mills_through(rules, board, target)
        if mills >= 2:
            found.add("double mill")
        opponents = state.men(naive.other(state.turn))
        if mills >= 1 and opponents and all(naive.mills_through(rules, board, p) for p in opponents):
            found.add("all in mills")
    if any(origin and target not in naive.NEXT_TO[rules.diagonals][origin] for origin, target, _ in turns):
        found.add("flying")
    if any(state.in_all(colour) == 3 for colour in "WB"):
        found.add("three in all")
    if state.hand["W"] or state.hand["B"]:
        found.add("hands")
    if abs(state.hand["W"] - state.hand["B"]) > 1:
        found.add("uneven hands")
    if (state.hand["W"] == 0) != (state.hand["B"] == 0):
        found.add("one places, one moves")
    if not turns:
        found.add("no turn")
    return found


def expected(variant_base):
    """The features that a corpus file must contain."""
    rules = naive.RULES[variant_base]
    wanted = set(FEATURES)
    if rules.most_taken == 1:
        wanted.discard("take two")
    return wanted
