"""Starting both databases: one launcher a folder, and messages that say how to mend."""

import os
import sys
from pathlib import Path

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from hindsight_site.embedded import Services, start_services
from hindsight_site.embedded.errors import LaunchError
from hindsight_site.embedded.paths import state_paths
from hindsight_site.embedded.privileges import Account, require_reachable, service_account
from hindsight_site.embedded.services import prepare_folders, require_free_space

ONCE = Retry(NoBackoff(), 0)
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may run a program as another account")


def test_a_second_launcher_on_one_folder_is_refused_by_number(running: Services):
    with (
        pytest.raises(LaunchError, match=f"process {os.getpid()} is running on it"),
        start_services(running.paths.state),
    ):
        pass


def test_valkey_wants_a_password_and_keeps_queued_jobs(running: Services):
    with redis.Redis.from_url(running.redis_url) as client:
        assert client.ping()
        settings = client.config_get("*")
    with (
        redis.Redis(unix_socket_path=str(running.paths.valkey_socket), retry=ONCE) as stranger,
        pytest.raises(redis.AuthenticationError),
    ):
        stranger.ping()

    wanted = {
        "maxmemory-policy": "noeviction",
        "appendonly": "yes",
        "port": "0",
        "slowlog-log-slower-than": "-1",
    }
    assert {name: settings[name] for name in wanted} == wanted


def test_values_survive_a_restart_of_valkey(state: Path):
    with start_services(state, with_postgres=False) as services:
        redis.Redis.from_url(services.redis_url).set("kept", "yes")
    with start_services(state, with_postgres=False) as services:
        assert redis.Redis.from_url(services.redis_url).get("kept") == b"yes"


def test_no_password_shows_in_a_command_line(running: Services):
    secrets = [path.read_text().strip() for path in running.paths.secrets.iterdir()]
    servers = [server for server in (running.postgres, running.valkey) if server]
    shown = " ".join(part for server in servers for part in server.program.argv)

    assert [secret for secret in secrets if secret in shown] == []


def test_a_full_disk_is_named_with_the_way_out(state: Path):
    with pytest.raises(LaunchError, match=r"disk .* is full") as caught:
        prepare_folders(state_paths(state), free_bytes_needed=2**62)

    assert "--state" in caught.value.mend


def test_a_disk_with_room_is_fine(state: Path):
    require_free_space(state, needed=1)


def test_a_stranger_in_the_way_of_the_sockets_is_refused(state: Path):
    paths = state_paths(state)
    paths.sockets.symlink_to("/tmp")

    with pytest.raises(LaunchError, match="belongs to somebody else"):
        prepare_folders(paths)


@as_root
def test_a_closed_home_is_named_and_left_as_it_is(state: Path):
    home = state / "home"
    program = home / "project" / "bin"
    program.mkdir(parents=True)
    home.chmod(0o700)
    account = service_account(state / "none")
    assert account is not None

    with pytest.raises(LaunchError, match=rf"'{account.name}'.*cannot pass {home} \(mode 700\)") as caught:
        require_reachable(account, program)

    assert "/opt or /srv" in caught.value.mend
    assert home.stat().st_mode & 0o777 == 0o700


@as_root
def test_a_closed_state_folder_is_named(state: Path):
    state.chmod(0o700)

    with pytest.raises(LaunchError, match=f"cannot pass {state}"), start_services(state):
        pass


@as_root
def test_root_hands_the_servers_to_an_account_that_exists(state: Path):
    account = service_account(state / "none")

    assert account is not None and account.uid != 0


@as_root
def test_the_owner_of_an_existing_data_folder_goes_on(state: Path):
    data = state / "data"
    data.mkdir()
    os.chown(data, 65534, 65534)

    found = service_account(data)

    assert found is not None and found.uid == 65534


def test_nobody_bars_the_way_to_what_everyone_may_run():
    require_reachable(None, Path("/root"))
    if os.geteuid() == 0:
        require_reachable(Account("nobody", 65534, 65534), Path("/bin/sh"))


def test_python_is_recent():
    assert sys.version_info >= (3, 11)
