import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** What the sources give: the bundled contract and the files of the docs, or why there are none. */
export type Built =
  | { readonly json: string; readonly files: ReadonlyMap<string, string> }
  | { readonly error: string; readonly json?: string };

export interface Builder {
  /** Bundles the contract and makes the docs. One build at a time. */
  build(): Promise<Built>;
  /**
   * The same with the code of the docs, and of the validators in them, as it is now. It takes longer, as nothing of
   * earlier builds is kept; `build` may be called in the meantime.
   */
  renew(): Promise<Built>;
  stop(): Promise<void>;
}

/** @param address of the docs */
export function createBuilder(address: () => string): Builder {
  const start = () => new Worker(new URL('builder-worker.ts', import.meta.url));
  let worker: Worker | undefined;
  let building: Promise<unknown> | undefined;

  async function ask(one: Worker): Promise<Built> {
    try {
      one.postMessage(address(), []);
      const [built] = (await once(one, 'message')) as [Built];
      return built;
    } catch (error) {
      // Code that cannot be loaded ends the thread.
      if (worker === one) worker = undefined;
      return { error: (error as Error).message };
    }
  }

  return {
    build() {
      worker ??= start();
      const built = ask(worker);
      building = built;
      return built;
    },
    async renew() {
      const next = start();
      const built = await ask(next);
      await building;
      await worker?.terminate();
      worker = next;
      return built;
    },
    async stop() {
      await worker?.terminate();
    },
  };
}
