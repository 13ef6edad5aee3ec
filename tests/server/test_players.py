"""Players and accounts over HTTP: who is who, and that nobody is somebody else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from asking import ask
from harness import Client, Server, play, serving

from daguai.server import protocol as p

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), logins=(1000, 10.0)) as server:
        yield server


def test_a_guest_is_who_the_token_says(server: Server) -> None:
    made = ask(server, "POST", "/api/players", {"nickname": "  老  王 "})
    assert made.status == 201
    token, player = made.json["token"], made.json["player"]
    assert player["name"] == "老 王"
    assert len(token) >= 43, "256 bits"
    me = ask(server, "GET", "/api/me", token=token)
    bots = ["random", "beginner", "club", "master"]
    assert me.json == {"player": player, "account": None, "table": None, "bots": bots}
    assert "content-security-policy" in me.headers


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "unauthorised"),
        ({"authorization": "Basic abc"}, "unauthorised"),
        ({"authorization": "Bearer"}, "unauthorised"),
        ({"authorization": "Bearer nobody"}, "unknown_token"),
        ({"authorization": "Bearer " + "x" * 5000}, "unknown_token"),
    ],
)
def test_nobody_gets_in_without_a_token(server: Server, headers: dict[str, str], code: str) -> None:
    for method, path, body in (
        ("GET", "/api/me", None),
        ("PATCH", "/api/me", {"nickname": "X"}),
        ("GET", "/api/me/matches", None),
        ("PUT", "/api/me/favourites", []),
        ("POST", "/api/accounts", {"name": "X", "password": PASSWORD}),
        ("DELETE", "/api/sessions", None),
    ):
        answer = ask(server, method, path, body, **headers)
        assert (answer.status, answer.code) == (401, code), path


@pytest.mark.parametrize("name", ["", "   ", "x" * 17, "a\u200bb", "a\x00b", "\u202eabc"])
def test_names_can_be_seen(server: Server, name: str) -> None:
    answer = ask(server, "POST", "/api/players", {"nickname": name})
    assert answer.status in (400, 422)
    assert answer.code in ("bad_name", "bad_message")


def test_a_new_nickname_is_shown_at_the_table_at_once(server: Server) -> None:
    token = server.guest("Ann")

    async def test(server: Server) -> None:
        ann = await Client(server, token).open()
        await ann.ask(p.Create, settings=p.Settings())
        await ann.until(lambda: ann.table is not None)
        assert (
            ask(server, "PATCH", "/api/me", {"nickname": "Bea"}, token).json["player"]["name"]
            == "Bea"
        )
        await ann.until(lambda: ann.table is not None and ann.table.seats[0].name == "Bea")

    play(test, server)


def test_an_account_is_the_same_player_elsewhere(server: Server) -> None:
    token = server.guest("Cat")
    wanted = {"name": "Cat Lee", "password": PASSWORD}
    made = ask(server, "POST", "/api/accounts", wanted, token)
    assert made.status == 201
    assert made.json["account"] == "Cat Lee"
    for name in ("Cat Lee", "cat lee", "ＣＡＴ　ＬＥＥ"):
        session = ask(server, "POST", "/api/sessions", {"name": name, "password": PASSWORD})
        assert session.status == 201
        assert session.json["player"] == made.json["player"]
        assert session.json["token"] != token
    again = ask(server, "POST", "/api/accounts", wanted, token)
    assert (again.status, again.code) == (409, "has_account")
    taken = ask(server, "POST", "/api/accounts", wanted, server.guest("Dan"))
    assert (taken.status, taken.code) == (409, "name_taken")


def test_a_wrong_password_and_an_unknown_name_are_told_apart_by_nothing(server: Server) -> None:
    token = server.guest("Eve")
    ask(server, "POST", "/api/accounts", {"name": "Eve", "password": PASSWORD}, token)
    wrong = ask(server, "POST", "/api/sessions", {"name": "Eve", "password": "wrong password"})
    unknown = ask(server, "POST", "/api/sessions", {"name": "Eva", "password": "wrong password"})
    assert wrong.status == unknown.status == 403
    assert wrong.body == unknown.body


@pytest.mark.parametrize("password", ["", "short", "x" * 257])
def test_passwords_have_a_length(server: Server, password: str) -> None:
    answer = ask(
        server, "POST", "/api/accounts", {"name": "Fay", "password": password}, server.guest("Fay")
    )
    assert answer.status in (400, 422)


def test_logging_out_makes_the_token_worthless_and_closes_its_socket(server: Server) -> None:
    token = server.guest("Gus")

    async def test(server: Server) -> None:
        gus = await Client(server, token).open()
        await gus.wait(p.Welcome, 0)
        assert ask(server, "DELETE", "/api/sessions", token=token).status == 204
        await gus.until(lambda: gus.closed is not None)
        assert ask(server, "GET", "/api/me", token=token).code == "unknown_token"
        again = Client(server, token)
        await again.open()
        assert (await again.wait(p.Failed, 0)).code == "unknown_token"

    play(test, server)


def test_favourites_are_kept_in_order_and_checked(server: Server) -> None:
    token = server.guest("Hal")
    assert ask(server, "GET", "/api/me/favourites", token=token).json == []
    wanted = [
        {"name": "晚上", "settings": {"preset": "points", "move_seconds": 0}},
        {"name": "short", "settings": {"options": {"max_deals": 3}}},
    ]
    saved = ask(server, "PUT", "/api/me/favourites", wanted, token)
    assert saved.status == 200
    kept = ask(server, "GET", "/api/me/favourites", token=token)
    assert kept.json == saved.json
    assert [favourite["name"] for favourite in kept.json] == ["晚上", "short"]
    assert kept.json[1]["settings"]["options"] == {"max_deals": 3}
    for settings, code in (
        ({"preset": "chess"}, "unknown_preset"),
        ({"options": {"jokers": 9}}, "unknown_option"),
        ({"options": {"max_deals": "many"}}, "unknown_value"),
    ):
        body = [{"name": "x", "settings": settings}]
        assert ask(server, "PUT", "/api/me/favourites", body, token).code == code
    many = [{"name": str(n), "settings": {}} for n in range(31)]
    assert ask(server, "PUT", "/api/me/favourites", many, token).status == 400
    assert ask(server, "GET", "/api/me/favourites", token=token).json == saved.json


def test_secrets_are_kept_only_as_hashes(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        token = server.guest("Ida")
        ask(server, "POST", "/api/accounts", {"name": "Ida", "password": PASSWORD}, token)
    files = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert token.encode() not in files
    assert PASSWORD.encode() not in files
    with sqlite3.connect(tmp_path / "daguai.db") as database:
        (kept,) = database.execute("SELECT password FROM accounts").fetchone()
    assert kept.startswith("$argon2id$")


def test_guessing_is_slowed_down(tmp_path: Path) -> None:
    limits = {"logins": (3, 0.001), "newcomers": (4, 0.001)}
    with serving(tmp_path, **limits) as server:
        guess = {"name": "Ann", "password": "wrong password"}
        answers = [ask(server, "POST", "/api/sessions", guess) for _ in range(5)]
        assert [answer.status for answer in answers] == [403, 403, 403, 429, 429]
        assert int(answers[-1].headers["retry-after"]) > 60
        made = [ask(server, "POST", "/api/players", {"nickname": "x"}) for _ in range(6)]
        assert [answer.status for answer in made] == [201] * 4 + [429] * 2


def test_an_account_is_guarded_from_wherever_it_is_guessed(tmp_path: Path) -> None:
    with serving(tmp_path, logins=(3, 0.001)) as server:
        guess = {"name": "Ann", "password": "wrong password"}
        for number in range(3):
            elsewhere = {"x_forwarded_for": f"192.0.2.{number}"}
            assert ask(server, "POST", "/api/sessions", guess, **elsewhere).status == 403
        answer = ask(server, "POST", "/api/sessions", guess, x_forwarded_for="192.0.2.9")
        assert (answer.status, answer.code) == (429, "rate_limited")
