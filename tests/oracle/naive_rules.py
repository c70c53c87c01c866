# SPDX-License-Identifier: MIT
"""The rules a second time, as plainly as possible: an oracle for the C++ rules.

Written from docs/rules.md alone. It shares no code and no representation with src/: a board is a dictionary from
point names to 'W', 'B' or None, lines and neighbours come from coordinates, and nothing is fast. Keep it that way.
"""
from dataclasses import dataclass


@dataclass(frozen=True)
class Rules:
    diagonals: bool
    men: int
    may_mix: bool  # place or move while men are in hand
    all_in_mills_free: bool  # "always capture"
    most_taken: int
    full_board_draw: bool = False


RULES = {
    "nine-c1": Rules(False, 9, False, True, 1),
    "nine-c2": Rules(False, 9, False, True, 2),
    "nine-p1": Rules(False, 9, False, False, 1),
    "nine-p2": Rules(False, 9, False, False, 2),
    "lasker-c1": Rules(False, 10, True, True, 1),
    "lasker-p2": Rules(False, 10, True, False, 2),
    "morabaraba": Rules(True, 12, False, True, 1),
    "morabaraba-fbd": Rules(True, 12, False, True, 1, True),
}


def rules_of(variant):
    """The rules of "nine-c1" or "nine-c1@5,7", and the two numbers of men."""
    base, _, start = variant.partition("@")
    rules = RULES[base]
    if not start:
        return rules, rules.men, rules.men
    white, black = start.split(",")
    return rules, int(white), int(black)


# Points by coordinates: the centre of the board is (0, 0), the rings are squares of "radius" 1, 2 and 3.
COORDINATES = {}
for radius in (1, 2, 3):
    for x in (-radius, 0, radius):
        for y in (-radius, 0, radius):
            if (x, y) != (0, 0):
                COORDINATES["abcdefg"[x + 3] + "1234567"[y + 3]] = (x, y)
assert len(COORDINATES) == 24
POINTS = sorted(COORDINATES)


def straight_lines(diagonals):
    """All mills, each as three points in the order in which they lie."""
    lines = []
    for fixed, running in ((1, 0), (0, 1)):
        for value in range(-3, 4):
            on_it = [p for p in POINTS if COORDINATES[p][fixed] == value]
            on_it.sort(key=lambda p: COORDINATES[p][running])
            for half in (on_it[:3], on_it[3:]):  # the middle lines have six points, three on either side of the centre
                if half:
                    lines.append(tuple(half))
    if diagonals:
        for sx in (-1, 1):
            for sy in (-1, 1):
                corners = [p for p in POINTS if COORDINATES[p] in ((sx, sy), (2 * sx, 2 * sy), (3 * sx, 3 * sy))]
                lines.append(tuple(sorted(corners, key=lambda p: abs(COORDINATES[p][0]))))
    assert len(lines) == (20 if diagonals else 16) and all(len(line) == 3 for line in lines)
    return lines


LINES = {False: straight_lines(False), True: straight_lines(True)}


def next_to_each_other(diagonals):
    pairs = set()
    for first, second, third in LINES[diagonals]:
        pairs |= {(first, second), (second, first), (second, third), (third, second)}
    return {p: sorted(q for (a, q) in pairs if a == p) for p in POINTS}


NEXT_TO = {False: next_to_each_other(False), True: next_to_each_other(True)}


@dataclass
class State:
    board: dict  # point -> 'W', 'B' or None
    hand: dict  # 'W', 'B' -> number
    turn: str  # 'W' or 'B'

    def copy(self):
        return State(dict(self.board), dict(self.hand), self.turn)

    def men(self, colour):
        return [p for p in POINTS if self.board[p] == colour]

    def in_all(self, colour):
        return len(self.men(colour)) + self.hand[colour]


def other(colour):
    return "B" if colour == "W" else "W"


# The order of the points in position texts: inner ring first, each clockwise from its top middle point.
TEXT_ORDER = []
for radius in (1, 2, 3):
    for x, y in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)):
        (point,) = [p for p, c in COORDINATES.items() if c == (x * radius, y * radius)]
        TEXT_ORDER.append(point)


def read_state(text):
    board_text, side, white_hand, black_hand = text.split(" ")
    letters = board_text.replace("/", "")
    board = {p: {"*": None, "O": "W", "@": "B"}[c] for p, c in zip(TEXT_ORDER, letters, strict=True)}
    return State(board, {"W": int(white_hand), "B": int(black_hand)}, {"w": "W", "b": "B"}[side])


def write_state(state):
    letters = "".join({None: "*", "W": "O", "B": "@"}[state.board[p]] for p in TEXT_ORDER)
    rings = "/".join(letters[i:i + 8] for i in (0, 8, 16))
    return f"{rings} {state.turn.lower()} {state.hand['W']} {state.hand['B']}"


def start_state(variant):
    _, white, black = rules_of(variant)
    return State({p: None for p in POINTS}, {"W": white, "B": black}, "W")


def mills_through(rules, board, point):
    """Number of mills that the man on `point` is part of."""
    colour = board[point]
    return sum(1 for line in LINES[rules.diagonals] if point in line and all(board[p] == colour for p in line))


def men_to_take(rules, board, colour):
    """The men of `colour` that may be taken now."""
    men = [p for p in POINTS if board[p] == colour]
    unprotected = [p for p in men if mills_through(rules, board, p) == 0]
    if unprotected:
        return unprotected
    return men if rules.all_in_mills_free else []


def takings(rules, board, colour, number):
    """All sets of men that may go when `number` men are to be taken one after the other."""
    if number == 0:
        return {frozenset()}
    choices = men_to_take(rules, board, colour)
    if not choices:
        return {frozenset()}
    result = set()
    for man in choices:
        without = dict(board)
        without[man] = None
        for rest in takings(rules, without, colour, number - 1):
            result.add(rest | {man})
    return result


def steps(rules, state):
    """All (from, to) without captures; from is None for a placing."""
    mine = state.turn
    empty = [p for p in POINTS if state.board[p] is None]
    result = []
    if state.hand[mine] > 0:
        result += [(None, p) for p in empty]
    if state.hand[mine] == 0 or rules.may_mix:
        flies = state.in_all(mine) == 3
        for man in state.men(mine):
            for target in empty if flies else NEXT_TO[rules.diagonals][man]:
                if state.board[target] is None:
                    result.append((man, target))
    return result


def turns(rules, state):
    """All legal turns as (from, to, set of men taken), each once."""
    if state.in_all("W") < 3 or state.in_all("B") < 3:
        return set()
    result = set()
    for origin, target in steps(rules, state):
        board = dict(state.board)
        if origin is not None:
            board[origin] = None
        board[target] = state.turn
        number = min(mills_through(rules, board, target), rules.most_taken)
        for taken in takings(rules, board, other(state.turn), number):
            result.add((origin, target, taken))
    return result


def play(state, turn):
    origin, target, taken = turn
    after = state.copy()
    if origin is None:
        after.hand[state.turn] -= 1
    else:
        after.board[origin] = None
    after.board[target] = state.turn
    for man in taken:
        assert after.board[man] == other(state.turn)
        after.board[man] = None
    after.turn = other(state.turn)
    return after


def perft(rules, state, depth):
    if depth == 0:
        return 1
    here = turns(rules, state)
    if depth == 1:
        return len(here)
    return sum(perft(rules, play(state, turn), depth - 1) for turn in here)
