import { styleText } from 'node:util';
import type { Ended } from '@agent-conversation/shared/process';
import type { Update } from './site.ts';
import type { Site } from './site-process.ts';

/**
 * Why tasks run. After an edit turbo caches nothing: files may change between the time when it reads them and the
 * time when a task does. In the background, tasks leave the processors to others.
 */
export type Occasion = 'start' | 'edit' | 'background';

/** What follows the sources. */
export interface Parts {
  readonly site: Site;
  /** Whether docs alone are served. */
  readonly isDocsOnly: boolean;
  readonly runTurbo: (
    tasks: readonly string[],
    occasion: Occasion,
    signal: AbortSignal,
  ) => Promise<Ended>;
  readonly print: (text: string) => void;
}

/** `code` is an edit of the program that makes the docs. */
export type Edit = 'contract' | 'code';

const docsPackage = '@agent-conversation/docs';
const mockPackage = '@agent-conversation/mock';

/** Makes docs and mock follow the sources, one edit at a time. */
export function createFollower({ site, isDocsOnly, runTurbo, print }: Parts) {
  let isBuilt = false;
  /** How often the sources have changed. Work for an earlier version ends. */
  let version = 0;
  let followed: Promise<void> = Promise.resolve();
  let running = new AbortController();

  /** @returns whether the tasks have passed, and the sources have not changed again */
  async function run(
    of: number,
    after: Occasion,
    ...tasks: [string, ...string[]]
  ) {
    if (of !== version) return false;
    const begin = performance.now();
    running = new AbortController();
    const { ok, output } = await runTurbo(
      tasks,
      of === 1 ? 'start' : after,
      running.signal,
    );
    if (of !== version) return false;
    if (ok) report(tasks[0], performance.now() - begin, 'passed');
    else {
      site.fail(output);
      fail(output);
    }
    return ok;
  }

  function report(name: string, ms: number, text: string): void {
    print(
      `${styleText('green', name.padEnd(6))} ${(ms / 1000).toFixed(1)} s ${text}`,
    );
  }

  function fail(text: string): void {
    print(text);
    print(
      styleText(
        'red',
        'This does not pass. Fix it: the build starts by itself.',
      ),
    );
  }

  /** Shows what has been done. @returns the change of structure, if there is one */
  function show({ done, error, structure }: Update): string | undefined {
    for (const { part, ms, text } of done) report(part, ms, text);
    if (error !== undefined) fail(error);
    if (structure) print(`mock   ${structure} changed: building it`);
    return structure;
  }

  async function rest(
    of: number,
    structure: string | undefined,
  ): Promise<void> {
    if (
      structure &&
      (await run(of, 'edit', 'build', `--filter=${mockPackage}`))
    ) {
      const begin = performance.now();
      // The next edit waits for it, or it would replace what that edit makes.
      followed = site.renew(false).then((update) => void show(update));
      await followed;
      report(
        'mock',
        performance.now() - begin,
        `${structure} changed, state reset`,
      );
    }
    const isRight = await run(of, 'background', 'lint');
    if (isRight && !isDocsOnly && of > 1) {
      await run(of, 'background', 'build', `--filter=!${docsPackage}`);
    }
  }

  return {
    /**
     * Takes the sources as they are now: first the docs and the mock, then lint and the other packages in the
     * background, where a later call ends what is running.
     *
     * @returns when docs and mock are up to date, as far as the sources allow it
     */
    follow(edit?: Edit): Promise<void> {
      const of = ++version;
      running.abort();
      // One at a time; of those that wait, the last one counts.
      const before = followed;
      followed = (async () => {
        try {
          await before;
          if (of === version && !isBuilt) {
            const filter = isDocsOnly
              ? `${docsPackage}^...`
              : `!${docsPackage}`;
            isBuilt = await run(of, 'edit', 'build', `--filter=${filter}`);
          }
          if (of !== version || !isBuilt) return;
          const structure = show(
            await (edit === 'code' ? site.renew(true) : site.update()),
          );
          rest(of, structure).catch((error: Error) => fail(error.message));
        } catch (error) {
          fail((error as Error).message);
        }
      })();
      return followed;
    },
    /** Ends everything that runs. */
    stop(): void {
      version = Infinity;
      running.abort();
      site.stop();
    },
  };
}
