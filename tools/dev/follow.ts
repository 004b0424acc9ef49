import { styleText } from 'node:util';
import type { Running } from '@agent-conversation/cli/process';
import type { Builder, Built } from './builder.ts';
import type { DocsSite } from './docs-site.ts';
import type { MockSite } from './mock-site.ts';

/**
 * Why tasks run. After an edit turbo caches nothing: files may change between the time when it reads them and the
 * time when a task does. In the background, tasks leave the processors to others.
 */
export type Occasion = 'start' | 'edit' | 'background';

/** What follows the sources. */
export interface Parts {
  readonly builder: Builder;
  readonly docs: DocsSite;
  /** Undefined when only the docs are served. */
  readonly mock: MockSite | undefined;
  readonly runTurbo: (tasks: readonly string[], occasion: Occasion) => Running;
  readonly print: (text: string) => void;
}

/** `code` is an edit of the program that makes the docs. */
export type Edit = 'contract' | 'code';

export interface Follower {
  /**
   * Takes the sources as they are now: first the docs and the mock, then lint and the other packages in the
   * background, where a later call ends what is running.
   *
   * @returns when docs and mock are up to date, as far as the sources allow it
   */
  follow(edit?: Edit): Promise<void>;
  /** Ends everything that runs. */
  stop(): Promise<void>;
}

const docsPackage = '@agent-conversation/docs';
const mockPackage = '@agent-conversation/mock';

export function createFollower({ builder, docs, mock, runTurbo, print }: Parts): Follower {
  let isBuilt = false;
  /** How often the sources have changed. Work for an earlier version ends. */
  let version = 0;
  let followed: Promise<void> = Promise.resolve();
  let running: Running | undefined;
  let shown: ReadonlyMap<string, string> = new Map();
  /** Whether the docs have been made with validators of an earlier contract. */
  let isStale = false;

  /** @returns whether the tasks have passed, and the sources have not changed again */
  async function run(
    name: string,
    of: number,
    tasks: readonly string[],
    after: Occasion = 'background',
  ): Promise<boolean> {
    if (of !== version) return false;
    const lap = stopwatch();
    running = runTurbo(tasks, of === 1 ? 'start' : after);
    const { ok, output } = await running.ended;
    if (of !== version) return false;
    if (ok) report(name, lap(), 'passed');
    else fail(output);
    return ok;
  }

  function report(name: string, time: string, text: string): void {
    print(`${styleText('green', name.padEnd(6))} ${time} ${text}`);
  }

  function fail(text: string): void {
    docs.fail(text);
    print(text);
    print(styleText('red', 'This does not pass. Fix it: the build starts by itself.'));
  }

  function show(built: Built, time: string): void {
    if ('error' in built) return fail(built.error);
    docs.show(built.files);
    report('docs', time, changedPages(shown, built.files));
    shown = built.files;
  }

  /** Builds what docs and mock are made with, for the first time. */
  async function prepare(of: number): Promise<void> {
    const filter = mock ? `!${docsPackage}` : `${docsPackage}^...`;
    if (!(await run('build', of, ['build', `--filter=${filter}`], 'edit'))) return;
    await mock?.load();
    isBuilt = true;
  }

  /** @returns what has changed in the contract that the mock must be built for */
  async function update(edit: Edit | undefined): Promise<string | undefined> {
    const lap = stopwatch();
    const built = await (edit === 'code' ? builder.renew() : builder.build());
    show(built, lap());
    const mockLap = stopwatch();
    const change = built.json === undefined ? undefined : mock?.update(built.json);
    if (change?.isStructural) {
      print(`mock   ${change.what} changed: building it`);
      return change.what;
    }
    if (change) report('mock', mockLap(), `${change.what} changed, state kept`);
    return undefined;
  }

  async function rest(of: number, change: string | undefined): Promise<void> {
    if (change && (await run('build', of, ['build', `--filter=${mockPackage}`], 'edit'))) {
      const lap = stopwatch();
      await mock?.load();
      report('mock', lap(), `${change} changed, state reset`);
      isStale = true;
    }
    if (isStale && of === version) {
      const lap = stopwatch();
      const built = await builder.renew();
      isStale = false;
      if (of === version) show(built, lap());
    }
    const isRight = await run('lint', of, ['lint']);
    if (isRight && mock && of > 1) await run('build', of, ['build', `--filter=!${docsPackage}`]);
  }

  return {
    follow(edit) {
      const of = ++version;
      running?.stop();
      // One at a time; of those that wait, the last one counts.
      const before = followed;
      followed = (async () => {
        try {
          await before;
          if (of === version && !isBuilt) await prepare(of);
          if (of !== version || !isBuilt) return;
          const change = await update(edit);
          rest(of, change).catch((error: Error) => fail(error.message));
        } catch (error) {
          fail((error as Error).message);
        }
      })();
      return followed;
    },
    async stop() {
      version = Infinity;
      running?.stop();
      await builder.stop();
    },
  };
}

/** Which pages have changed, by their Markdown: the HTML of all pages names the contract that it is made from. */
function changedPages(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string {
  const paths = [...after.keys()].filter((path) => path.endsWith('.md'));
  if (before.size === 0) return `${paths.length} pages`;
  const changed = paths.filter((path) => before.get(path) !== after.get(path));
  const [first = 'no page has changed', ...others] = changed.map((it) =>
    it.replace('.md', '.html'),
  );
  return others.length > 0 ? `${first} and ${others.length} more` : first;
}

function stopwatch(): () => string {
  const start = performance.now();
  return () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
