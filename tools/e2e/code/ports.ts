import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@agent-conversation/shared/ports';

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
    const ports = new Set<number>();
    while (ports.size < names.length) ports.add(await freePort());
    const free = [...ports].map(String);
    return new Ports(new Map(names.map((name, index) => [name, free[index]!])));
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
        if (performance.now() > end)
          throw new Error(`Nothing listens on port ${name}`);
        await setTimeout(50);
      }
    }
  }
}

async function isListenedOn(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
