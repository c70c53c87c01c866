# SPDX-License-Identifier: MIT
"""The Python package: run by pytest with the built package on the path. Values are held against the rules of tests/oracle
(naive, in Python) and against the second reader of the table format."""
import pathlib
import pickle
import random
import sys
import threading
import time

import numpy
import pytest

import merels

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "oracle"), str(ROOT / "bindings" / "python")]
import merels_table  # noqa: E402
import naive_rules  # noqa: E402

GAME = "nine-c1@3,3"


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("db")
    stages = []
    phases = merels.solve(GAME, str(folder), threads=1, progress=lambda stage, done, total: stages.append(stage))
    assert [phase["phase"] for phase in phases] == ["moving", "placing"]
    assert stages and all(phase["tables"] > 0 for phase in phases)
    assert merels.solve(GAME, str(folder)) == []  # nothing is left to do
    return folder


@pytest.fixture(scope="session")
def tables(folder):
    return merels.Tablebase(folder, GAME)


def random_games(number, plies, seed=1):
    """Positions of random games by the naive rules, as text."""
    rules = naive_rules.rules_of(GAME)[0]
    draw = random.Random(seed)
    for _ in range(number):
        state = naive_rules.start_state(GAME)
        for _ in range(plies):
            yield state
            turns = sorted(naive_rules.turns(rules, state), key=str)
            if not turns:
                break
            state = naive_rules.play(state, draw.choice(turns))


def order(value):
    """Greater is better for the side that has the value."""
    return {1: 1000 - (value.plies or 0), 0: 0, -1: -1000 + (value.plies or 0)}[value.result]


def test_variants():
    assert [v.id for v in merels.variants()] == list(naive_rules.RULES)
    variant = merels.Variant("nine-c1@5,6")
    assert (variant.white_men, variant.black_men, str(variant)) == (5, 6, "nine-c1@5,6")
    assert variant == merels.Variant("nine-c1@5,6") != merels.Variant("nine-c1")
    assert variant.start().text == "********/********/******** w 5 6"
    assert pickle.loads(pickle.dumps(variant)) == variant
    with pytest.raises(ValueError, match="ten-c1"):
        merels.Variant("ten-c1")


def test_positions_and_turns_are_those_of_the_naive_rules():
    rules = naive_rules.rules_of(GAME)[0]
    for state in random_games(5, 12):
        position = merels.Position(GAME, naive_rules.write_state(state))
        expected = {naive_rules.write_state(naive_rules.play(state, turn)) for turn in naive_rules.turns(rules, state)}
        assert {position.play(turn).text for turn in position.turns()} == expected
        assert {position.play(str(turn)).text for turn in position.turns()} == expected
        assert (position.end is None) == bool(expected)
        assert pickle.loads(pickle.dumps(position)) == position
        assert hash(merels.Position(GAME, position.text)) == hash(position)
    start = merels.Variant(GAME).start()
    turn = start.turns()[0]
    assert (turn.origin, turn.target, turn.takes) == (None, str(turn), [])
    assert (start.hand, start.to_move, start.subspace, start.white) == ((3, 3), "white", "0-0+3-3", 0)
    with pytest.raises(merels.BadInput):
        merels.Position(GAME, "********/********/******** w 4 3")
    with pytest.raises(merels.BadInput):
        start.play("a1-a4")
    with pytest.raises(merels.BadInput):
        start.play(turn).play(turn)


def test_values_are_the_best_of_the_turns(tables):
    rules = naive_rules.rules_of(GAME)[0]
    for state in random_games(6, 14, seed=2):
        text = naive_rules.write_state(state)
        value = tables.probe(GAME, text)
        assert value == tables.probe(merels.Position(GAME, text))
        analysis = tables.analyse(GAME, text)
        assert analysis.value == value and analysis.basis == "dtw" and analysis.trouble is None
        after = [naive_rules.play(state, turn) for turn in naive_rules.turns(rules, state)]
        assert len(after) == len(analysis.turns)
        if not after:
            assert str(value) == "loss in 0"
            continue
        worst = min((tables.probe(GAME, naive_rules.write_state(a)) for a in after), key=order)
        assert value.result == -worst.result
        assert value.plies == (None if worst.result == 0 else worst.plies + 1)
        assert analysis.turns[0].best and analysis.turns[0].value == value
        assert [order(t.value) for t in analysis.turns] == sorted((order(t.value) for t in analysis.turns), reverse=True)


def test_lines(tables):
    for state in random_games(4, 10, seed=3):
        position = merels.Position(GAME, naive_rules.write_state(state))
        line = tables.line(position, most=60)
        if line.value.result == 0:
            assert line.end in ("repetition", "limit")
        else:
            assert (line.end, len(line)) == ("over", line.value.plies)
        for ply in line.plies:
            position = position.play(ply.turn)
            assert position == ply.after
    assert len(tables.line(merels.Variant(GAME).start(), 1)) <= 1


@pytest.mark.parametrize("subspace", ["3-3", "2-2+1-1", "2-3+1-0", "0-0+3-3"])
def test_whole_tables(tables, folder, subspace):
    table = tables.table(subspace)
    positions, values, canonical = table.positions(), table.values(), table.canonical()
    assert positions.shape == values.shape == canonical.shape == table.shape
    # What the file holds, by the other reader.
    counts = [int(n) for pair in subspace.split("+") for n in pair.split("-")] + [0, 0]
    paths = [p for p in folder.glob("*/" + subspace + ".mrl")]
    assert len(paths) == 1, paths
    second = merels_table.open_table(str(folder), paths[0].parent.name, tuple(counts[:4]))
    assert second.rows() == table.bytes().tobytes()
    wins = table.bytes()
    assert numpy.array_equal(values["result"] == 1, wins > 0)
    assert numpy.array_equal(values["plies"][wins > 0], 2 * wins[wins > 0].astype(int) - 1)
    # Counted once up to symmetry, as the solver counted.
    (stats,) = [entry for entry in tables.stats() if entry["subspace"] == subspace]
    results = values["result"][canonical]
    assert [int((results == r).sum()) for r in (1, 0, -1)] == [stats["wins"], stats["draws"], stats["losses"]]
    assert canonical.sum() == stats["positions"]
    decided = values["plies"][canonical & (values["result"] != 0)]
    assert sorted(zip(*numpy.unique(decided, return_counts=True))) == stats["plies"]
    # One by one, and with the sides exchanged.
    draw = random.Random(4)
    for _ in range(300):
        row, rank = draw.randrange(table.shape[0]), draw.randrange(table.shape[1])
        record, known = positions[row, rank], values[row, rank]
        value = tables.probe(position_of(record))
        assert (value.result, -1 if value.plies is None else value.plies) == tuple(known)
    black = positions.copy()
    black["white"], black["black"] = positions["black"], positions["white"]
    black["white_hand"], black["black_hand"] = positions["black_hand"], positions["white_hand"]
    black["to_move"] = 1
    assert numpy.array_equal(tables.probe_many(black), values)
    # In any order, on several threads, and part by part.
    shuffled = numpy.random.default_rng(5).permutation(positions.ravel())
    again = tables.probe_many(shuffled, threads=2)
    assert numpy.array_equal(numpy.sort(again, order=["result", "plies"]),
                             numpy.sort(values.ravel(), order=["result", "plies"]))
    if table.shape[0] > 3:
        assert numpy.array_equal(table.values(1, 2), values[1:3])
        assert numpy.array_equal(table.positions(1, 2), positions[1:3])
    assert numpy.array_equal(numpy.asarray(table), values)


def test_whole_tables_where_the_sides_have_different_men(folder):
    """Every table with men in hand of a game with more white men: those with Black to move too."""
    merels.solve("nine-c1@4,3", str(folder), threads=1)
    uneven = merels.Tablebase(folder, "nine-c1@4,3")
    movers = set()
    for entry in uneven.stats():
        if "+" in entry["subspace"]:
            table = uneven.table(entry["subspace"])
            positions, results = table.positions(), table.values()["result"][table.canonical()]
            movers.update(numpy.unique(positions["to_move"]))
            assert [int((results == r).sum()) for r in (1, 0, -1)] == [entry["wins"], entry["draws"], entry["losses"]]
    assert movers == {0, 1}


def position_of(record):
    letters = "".join("O" if record["white"] >> i & 1 else "@" if record["black"] >> i & 1 else "*" for i in range(24))
    rings = "/".join(letters[i:i + 8] for i in (0, 8, 16))
    return merels.Position(GAME, f"{rings} {'wb'[record['to_move']]} {record['white_hand']} {record['black_hand']}")


def test_arrays_of_positions(tables):
    texts = [naive_rules.write_state(state) for state in random_games(3, 8, seed=6)]
    positions = [merels.Position(GAME, text) for text in texts]
    array = merels.positions_array(positions)
    assert [position_of(record) for record in array] == positions
    values = tables.probe_many(array)
    for position, (result, plies) in zip(positions, values):
        value = tables.probe(position)
        assert (value.result, -1 if value.plies is None else value.plies) == (result, plies)
    assert tables.probe_many(array[:0]).shape == (0,)
    assert tables.probe_many(array[::2]).shape == array[::2].shape  # not in one piece of memory
    assert numpy.array_equal(tables.probe_many(array[::2]), values[::2])


def test_what_is_refused(tables, folder):
    array = merels.positions_array([merels.Variant(GAME).start()] * 3)
    for field, value in (("white", 1 << 24), ("white_hand", 4), ("to_move", 2)):
        wrong = array.copy()
        wrong[1][field] = value
        with pytest.raises(merels.BadInput, match="position 1"):
            tables.probe_many(wrong)
    with pytest.raises(TypeError, match="position_dtype"):
        tables.probe_many(numpy.zeros(3))
    with pytest.raises(merels.BadInput, match="which game"):
        merels.Tablebase(folder).probe_many(array)
    with pytest.raises(merels.Missing):
        merels.Tablebase(folder / "nowhere")
    with pytest.raises(merels.Missing):
        tables.probe(merels.Variant("nine-c1").start())
    with pytest.raises(merels.Missing):
        tables.table("9-9", "nine-c1")
    for text in ("4", "4-", "4-3+", "4-3+1", "a-b", "04-3", "4-3-1-1", "13-3", "4-3+0-0", "-1-3"):
        with pytest.raises(merels.BadInput):
            tables.table(text)
    with pytest.raises(merels.BadInput):
        tables.table("3-3").values(0, 1000)
    nine = merels.positions_array([merels.Variant("nine-c1").start()])
    with pytest.raises(merels.Error, match="1 of 1 positions"):
        tables.probe_many(nine, "nine-c1")
    assert tables.probe_many(nine, "nine-c1", strict=False)["result"][0] == -128
    analysis = tables.analyse(merels.Variant("nine-c1").start())
    assert analysis.value.outcome == "unknown" and "0-0+9-9" in analysis.trouble
    with pytest.raises(merels.BadInput):
        merels.solve(GAME, str(folder), values="depth")


def test_probe_many_lets_others_run(tables):
    positions = numpy.tile(tables.table("3-3").positions().ravel(), 8)
    counter = [0]
    seen = []

    def work():
        before = counter[0]
        tables.probe_many(positions)
        seen.append(counter[0] - before)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # nobody is made to wait: the lock changes hands only where it is given up
    try:
        thread = threading.Thread(target=work)
        thread.start()
        while thread.is_alive():
            counter[0] += 1
            time.sleep(0)
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert seen[0] > 10


def test_players(tables):
    engine = merels.Engine(tables)
    position = merels.Variant(GAME).start()
    history = []
    for _ in range(12):
        if position.end is not None:
            break
        choice = engine.choose(position, "perfect", seed=1, history=history)
        assert choice.from_tables
        best = tables.analyse(position)
        assert [t for t in best.turns if t.turn == choice.turn][0].best
        history.append(position)
        position = position.play(choice.turn)
        assert position == choice.after
    searched = merels.Engine().choose(merels.Variant("nine-c1").start(), "search:depth=3")
    assert searched.depth == 3 and searched.nodes > 0 and not searched.from_tables
    with pytest.raises(merels.BadInput):
        engine.choose(merels.Variant(GAME).start(), "nobody")


def test_a_solve_can_be_stopped(tmp_path):
    def stop(stage, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        merels.solve(GAME, str(tmp_path), progress=stop)
    merels.solve(GAME, str(tmp_path), threads=1)
    assert merels.Tablebase(tmp_path).probe(merels.Variant(GAME).start()).outcome != "unknown"
