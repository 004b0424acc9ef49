/** Starts the process that serves docs and mock, hands it their connections, and replaces it when code has changed. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { CommandError } from '@agent-conversation/cli';
import type { SavedState } from '@agent-conversation/mock';
import type { Message, Update } from './site.ts';

/** Docs and mock, as they are while somebody works on the contract. */
export type Site = ReturnType<typeof createSite>;

/** @param servers of the docs and, unless only these are served, of the mock */
export function createSite(servers: {
  readonly docs: Server;
  readonly mock?: Server;
}) {
  const urls = {
    address: `${urlOf(servers.docs)}/`,
    mockUrl: servers.mock && urlOf(servers.mock),
  };
  const start = () =>
    fork(
      new URL('site.ts', import.meta.url),
      servers.mock ? [] : ['--docs-only'],
    );
  let current = start();
  /** Code that could not be loaded once is not loaded again by the same process. */
  let isBroken = false;

  for (const [kind, server] of Object.entries(servers)) {
    server.on('connection', (socket) => {
      if (current.connected) current.send({ kind }, socket);
      else socket.destroy();
    });
  }

  /** Shows a text above the open pages: why the sources do not pass. */
  function fail(text: string): void {
    if (current.connected) current.send({ kind: 'fail', text });
  }

  /** Takes sources and code as they are now. Until it is done, and after an error, everything is served as before. */
  async function renew(keepsState: boolean): Promise<Update> {
    const next = start();
    const { saved }: { saved?: SavedState } = keepsState
      ? await ask(current, { kind: 'save' })
      : {};
    const update: Update = await ask(next, { kind: 'update', ...urls, saved });
    const before = current;
    isBroken = update.error !== undefined;
    if (!isBroken) current = next;
    const unused = isBroken ? next : before;
    const ended = once(unused, 'exit');
    stop(unused);
    // Connections that clients keep open lead to a process until it has ended.
    if (unused.exitCode === null) await ended;
    if (update.error !== undefined) fail(update.error);
    return update;
  }

  return {
    /** Takes the sources as they are now, with the code as it was. One call at a time. */
    async update(): Promise<Update> {
      if (isBroken || !current.connected) return renew(true);
      const update: Update = await ask(current, { kind: 'update', ...urls });
      isBroken = update.isBroken === true;
      return update;
    },
    renew,
    fail,
    stop: () => stop(current),
  };
}

function stop(child: ChildProcess): void {
  if (child.connected) child.disconnect();
}

/** @returns what the process responds; an error if it ends instead */
async function ask<T extends object>(
  process: ChildProcess,
  message: Message,
): Promise<T> {
  const ended = new AbortController();
  try {
    const response = once(process, 'message', {
      signal: ended.signal,
    }) as Promise<[T]>;
    process.once('exit', () => ended.abort());
    process.send(message);
    return (await response)[0];
  } catch {
    return {
      done: [],
      error: 'The process of docs and mock has ended, see above',
    } as unknown as T;
  }
}

/**
 * Listens on 127.0.0.1. Connections are not read: another process serves them.
 *
 * @param name what is served, for the message
 * @param option the option that chooses the port, for the message
 * @throws {CommandError} saying what to do when the port is taken
 */
export async function listen(
  name: string,
  option: string,
  port: number,
): Promise<Server> {
  const server = createServer({ pauseOnConnect: true }).listen(
    port,
    '127.0.0.1',
  );
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EADDRINUSE'
        ? `Port ${port} of 127.0.0.1, meant for the ${name}, is taken. ` +
            `Stop what listens there, or choose another with ${option}.`
        : `Cannot listen on port ${port} of 127.0.0.1: ${message}`,
    );
  }
}

/** The address of a server that listens. */
export function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
