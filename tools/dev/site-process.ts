/** Starts the process that serves docs and mock, hands it their connections, and replaces it when code has changed. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { CommandError } from '@agent-conversation/cli';
import type { SavedState } from '@agent-conversation/mock';
import type { Message, Update } from './site.ts';

/** Docs and mock, as they are while somebody works on the contract. */
export interface Site {
  /** Takes the sources as they are now. One call at a time. */
  update(): Promise<Update>;
  /** The same with the code as it is now, which takes longer. Until it is done, everything is served as before. */
  renew(keepsState: boolean): Promise<Update>;
  /** Shows a text above the open pages: why the sources do not pass. */
  fail(text: string): void;
  stop(): void;
}

/** @param servers of the docs and, unless only these are served, of the mock */
export function createSite(servers: { readonly docs: Server; readonly mock?: Server }): Site {
  const start = () =>
    fork(new URL('site.ts', import.meta.url), servers.mock ? [] : ['--docs-only']);
  let current = start();
  /** Code that could not be loaded once is not loaded again by the same process. */
  let isBroken = false;

  for (const [kind, server] of Object.entries(servers)) {
    server.on('connection', (socket) => {
      if (current.connected) current.send({ kind }, socket);
      else socket.destroy();
    });
  }

  async function renew(keepsState: boolean): Promise<Update> {
    const next = start();
    const { saved } = keepsState
      ? await ask<{ saved?: SavedState }>(current, { kind: 'save' })
      : {};
    const update = await ask<Update>(next, message(saved));
    isBroken = update.error !== undefined;
    // After an error, what was served stays.
    const unused = isBroken ? next : current;
    if (unused.connected) unused.disconnect();
    if (update.error === undefined) current = next;
    else site.fail(update.error);
    return update;
  }

  const message = (saved?: SavedState): Message => ({
    kind: 'update',
    address: `${urlOf(servers.docs)}/`,
    saved,
  });
  const site = {
    async update() {
      if (isBroken || !current.connected) return renew(true);
      const update = await ask<Update>(current, message());
      isBroken = update.isBroken === true;
      return update;
    },
    renew,
    fail(text: string) {
      if (current.connected) current.send({ kind: 'fail', text });
    },
    stop() {
      if (current.connected) current.disconnect();
    },
  };
  return site;
}

/** @returns what the process responds; an error if it ends instead */
async function ask<T extends object>(process: ChildProcess, message: Message): Promise<T> {
  const ended = new AbortController();
  try {
    const response = once(process, 'message', { signal: ended.signal }) as Promise<[T]>;
    process.once('exit', () => ended.abort());
    process.send(message);
    const [answer] = await response;
    return answer;
  } catch {
    return { done: [], error: 'The process of docs and mock has ended, see above' } as unknown as T;
  }
}

/**
 * Listens on 127.0.0.1. Connections are not read: another process serves them.
 *
 * @param name what is served, for the message
 * @param option the option that chooses the port, for the message
 * @throws {CommandError} saying what to do when the port is taken
 */
export async function listen(name: string, option: string, port: number): Promise<Server> {
  const server = createServer({ pauseOnConnect: true }).listen(port, '127.0.0.1');
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
