"""Every process works out the same addresses from the state folder alone."""

import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import redis
from kombu import Connection

from hindsight_site.brokers import kombu_url
from hindsight_site.embedded import Services
from hindsight_site.embedded.paths import LONGEST_SOCKET_PATH, database_url, state_paths
from hindsight_site.embedded.services import start_services


def test_sockets_lie_below_a_state_folder_with_a_short_path():
    assert state_paths("/srv/hindsight").sockets == Path("/srv/hindsight/run")


def test_sockets_move_to_a_short_folder_when_the_path_is_long():
    paths = state_paths("/srv/" + "long/" * 30)

    assert paths.sockets.parent == Path("/tmp")
    assert len(bytes(paths.sockets / ".s.PGSQL.5432")) <= LONGEST_SOCKET_PATH
    assert paths.sockets == state_paths("/srv/" + "long/" * 30).sockets
    assert paths.sockets != state_paths("/srv/" + "other/" * 30).sockets


def test_the_length_of_a_path_is_counted_in_bytes():
    assert state_paths("/srv/" + "记忆" * 20).sockets.parent == Path("/tmp")


def test_a_link_and_its_target_are_the_same_state(tmp_path: Path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")

    assert state_paths(tmp_path / "link") == state_paths(tmp_path / "real")


def test_database_address_names_the_socket_folder():
    url = database_url(state_paths("/srv/my state"), user="hindsight_app", password="aa")

    assert unquote(urlsplit(url).query) == "host=/srv/my state/run"


def test_one_redis_address_serves_both_clients(running: Services):
    with redis.Redis.from_url(running.redis_url) as client, Connection(kombu_url(running.redis_url)) as kombu:
        assert client.ping()
        kombu.ensure_connection(max_retries=1, timeout=5)
        queue = kombu.SimpleQueue("both")
        queue.put({"id": 1})
        assert client.llen("both") == 1
        queue.close()


def test_the_database_number_is_kept():
    assert kombu_url("unix://:p@/run/v.sock?db=3") == "redis+socket://:p@/run/v.sock?virtual_host=3"


@pytest.mark.parametrize("url", ["redis://:x@h:6379/2", "rediss://h/1"])
def test_addresses_over_tcp_stay_as_they_are(url: str):
    assert kombu_url(url) == url


def test_databases_start_below_a_very_long_path(template: Path, state: Path):
    long = state / ("deep" * 30)
    subprocess.run(["cp", "-a", f"{template}/.", str(long)], check=True)

    with start_services(long) as services:
        assert services.paths.sockets.parent == Path("/tmp")
    services.paths.sockets.rmdir()
