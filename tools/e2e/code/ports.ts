import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** How long something may take until it listens, in milliseconds. */
const timeout = 60_000;

/** Free ports in place of those that a page names, so that pages can run side by side. */
export class Ports {
  readonly #free: ReadonlyMap<string, string>;

  private constructor(free: ReadonlyMap<string, string>) {
    this.#free = free;
  }

  static async find(): Promise<Ports> {
    const names = Array.from({ length: 10 }, (_, index) => `401${index}`);
    // They are all held before one is given back, so none is there twice.
    const servers = await Promise.all(names.map(holdPort));
    const ports = servers.map((server) => String((server.address() as AddressInfo).port));
    for (const server of servers) server.close();
    return new Ports(new Map(names.map((name, index) => [name, ports[index]!])));
  }

  /** A text of a page, with the free ports in it. */
  replace(text: string): string {
    return text.replaceAll(/\b401\d\b/g, (name) => this.#free.get(name)!);
  }

  /**
   * Waits until each port that a text of a page names is listened on.
   *
   * @throws {Error} naming the port on which nothing listens
   */
  async waitFor(text: string): Promise<void> {
    const end = performance.now() + timeout;
    for (const [name] of text.matchAll(/\b401\d\b/g)) {
      while (!(await isListenedOn(Number(this.#free.get(name))))) {
        if (performance.now() > end) throw new Error(`Nothing listens on port ${name}`);
        await setTimeout(50);
      }
    }
  }
}

/** Listens on a port below those that systems give to connections: one of these can be taken before it is used. */
async function holdPort(): Promise<Server> {
  const server = createServer().listen(randomInt(20_000, 30_000), '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch {
    return holdPort();
  }
}

async function isListenedOn(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
