"""Starts an edition of the service on loopback.

It replaces what an edition expects of its surroundings, and nothing of its interface. Each replacement says why.
The port is in EDITION_PORT. The process ends, with those that it has started, as soon as its input ends.
"""

import importlib
import json
import os
import pathlib
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time


def optional_module(name):
    """Returns a module that not every edition has, or None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def make_no_folders_for_downloads():
    """The browser tool makes a folder in /tmp when it is imported, whatever TMPDIR is. No browser is used here."""
    make = pathlib.Path.mkdir

    def mkdir(self, *arguments, **options):
        if not str(self).startswith('/tmp/browser-use-downloads-'):
            make(self, *arguments, **options)

    pathlib.Path.mkdir = mkdir


class ForkServer:
    """Starts agent servers. Each takes ten seconds to load its modules. A process of its own loads them once, and is
    copied for each agent server. This is safe on Linux alone, where it has one thread."""

    def __init__(self):
        connection, requests = socket.socketpair()
        if os.fork() == 0:
            connection.close()
            serve_forks(requests)
        requests.close()
        self._connection = connection.makefile('rw')
        self._lock = threading.Lock()

    def start(self, command, cwd, env, log):
        request = {'arguments': command[2:], 'cwd': cwd, 'env': env, 'log': log}
        with self._lock:
            print(json.dumps(request), file=self._connection, flush=True)
            pid = self._connection.readline()
        if not pid:
            raise RuntimeError('The process that starts agent servers has ended')
        return AgentServer(int(pid), log)


class AgentServer:
    """What the service uses of `subprocess.Popen`."""

    def __init__(self, pid, log):
        self.pid = pid
        self._log = log

    def poll(self):
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 1
        return None

    def communicate(self):
        with open(self._log, 'rb') as log:
            return b'', log.read()

    def kill(self):
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


def serve_forks(connection):
    """Loads the modules of agent servers, and becomes one for each request, until the service has ended."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for name in ('__main__', 'conversation_router', 'tool_router'):
        optional_module(f'openhands.agent_server.{name}')
    # What has ended is gone, and no zombie.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    stream = connection.makefile('rw')
    for line in stream:
        pid = os.fork()
        if pid == 0:
            stream.close()
            connection.close()
            become_agent_server(**json.loads(line))
        print(pid, file=stream, flush=True)
    os._exit(0)


def become_agent_server(arguments, cwd, env, log):
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(output, 1)
    os.dup2(output, 2)
    module, *options = arguments
    # The runner tells sandboxes apart by this name.
    with open('/proc/self/comm', 'w') as name:
        name.write('agent-' + options[options.index('--port') + 1])
    # Who looks once in a while must see that a sandbox is starting: those of a deployment take much longer.
    time.sleep(1)
    config = optional_module('openhands.agent_server.config')
    if getattr(config, '_default_config', None) is not None:
        # Its modules have read the settings of the service, and not those of the sandbox.
        os.execve(sys.executable, [sys.executable, '-m', *arguments], env)
    sys.argv = [module, *options]
    runpy.run_module(module, run_name='__main__', alter_sys=True)
    os._exit(0)


make_no_folders_for_downloads()

# While it loads the modules, the service loads its own.
fork_server = ForkServer() if sys.platform == 'linux' else None

import openhands.app_server.sandbox.process_sandbox_service as process_sandboxes  # noqa: E402

# Edition 0.62.0 only knows the kinds of sandbox specs whose modules are loaded.
import openhands.app_server.sandbox.process_sandbox_spec_service  # noqa: E402, F401

LOOPBACK = '127.0.0.1'
AGENT_SERVER_DEADLINE_IN_S = 120

Service = process_sandboxes.ProcessSandboxService
Status = process_sandboxes.SandboxStatus
agent_servers: list[subprocess.Popen] = []


def end_with_input():
    """Ends the service when the runner has ended, whichever way it did."""

    def wait():
        while os.read(0, 4096):
            pass
        for agent_server in agent_servers:
            # SIGKILL also ends a stopped process.
            agent_server.kill()
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=wait, daemon=True).start()


def look_for_sandboxes_on_this_machine():
    """In a container, the service would look for its sandboxes on `host.docker.internal`. They run beside it."""
    for name in (
        'openhands.app_server.utils.docker_utils',
        'openhands.app_server.utils.environment',
        'openhands.utils.environment',
    ):
        module = optional_module(name)
        if hasattr(module, 'is_running_in_docker'):
            module.is_running_in_docker = lambda: False


def wait_longer_for_agent_servers():
    """The service gives up after 30 s, which a slow machine may need."""
    wait_for_server_ready = Service._wait_for_server_ready

    async def wait(self, port, timeout=AGENT_SERVER_DEADLINE_IN_S):
        return await wait_for_server_ready(self, port, timeout)

    Service._wait_for_server_ready = wait


def report_status_by_port():
    """The service takes `running` of a process for RUNNING and `sleeping` for STARTING, so that an idle sandbox changes
    between both, and a starting one has ERROR at moments. Sandboxes of other kinds are STARTING until they respond:
    here, until the port is open. A process that has ended stays a zombie, which has STARTING, until it is polled."""
    status_of_process = Service._get_process_status

    def status(self, info):
        for agent_server in agent_servers:
            agent_server.poll()
        found = status_of_process(self, info)
        if found in (Status.STARTING, Status.RUNNING):
            return Status.RUNNING if listens(info.port) else Status.STARTING
        return found

    Service._get_process_status = status


def listens(port):
    with socket.socket() as connection:
        connection.settimeout(1)
        return connection.connect_ex((LOOPBACK, port)) == 0


def start_agent_servers_on_loopback(fork_server):
    """Agent servers listen on all addresses, and some editions pipe their output without reading it, so that they stop
    after some 64 kB of it. Here they listen on loopback, write to a file, and are remembered to be ended."""

    class Subprocess:
        PIPE = subprocess.PIPE

        @staticmethod
        def Popen(command, **options):
            command = [*command, '--host', LOOPBACK]
            log = os.path.join(options['cwd'], 'agent-server.log')
            if fork_server:
                agent_server = fork_server.start(command, options['cwd'], options['env'], log)
            else:
                output = open(log, 'a')
                options.update(stdin=subprocess.DEVNULL, stdout=output, stderr=output)
                agent_server = subprocess.Popen(command, **options)
            agent_servers.append(agent_server)
            return agent_server

    process_sandboxes.subprocess = Subprocess


def start_no_legacy_runtime():
    """The runtime of V0 demands tmux and a browser, and listens on all addresses. The creation of a conversation
    responds before it is needed."""
    module = optional_module('openhands.runtime.impl.local.local_runtime')
    if module is None:
        return

    async def connect(self):
        raise module.AgentRuntimeDisconnectedError('This edition runs without the runtime of V0')

    module.LocalRuntime.setup = classmethod(lambda cls, config, headless_mode=False: None)
    module.LocalRuntime.connect = connect


def give_agents_no_browser():
    """An agent does not start where no Chromium is installed, nor in 0.62.0, whose locked versions do not fit its
    browser tool. It gets its other tools only, and uses none: the language model does not ask for it."""
    preset = importlib.import_module('openhands.tools.preset.default')
    conversations = importlib.import_module(
        'openhands.app_server.app_conversation.live_status_app_conversation_service'
    )
    with_browser = preset.get_default_tools

    def without_browser(enable_browser=True, **options):
        return with_browser(enable_browser=False, **options)

    for module in (preset, conversations):
        if hasattr(module, 'get_default_tools'):
            module.get_default_tools = without_browser


def app_name():
    is_legacy = optional_module('openhands.server.listen') is not None
    return 'openhands.server.listen:app' if is_legacy else 'openhands.app_server.app:app'


end_with_input()
look_for_sandboxes_on_this_machine()
wait_longer_for_agent_servers()
report_status_by_port()
start_agent_servers_on_loopback(fork_server)
start_no_legacy_runtime()
give_agents_no_browser()

import uvicorn  # noqa: E402

uvicorn.run(app_name(), host=LOOPBACK, port=int(os.environ['EDITION_PORT']), log_level='warning')
