import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Built } from './builder.ts';
import { createFollower, type Edit } from './follow.ts';

const files = (text: string) =>
  new Map([
    ['index.md', text],
    ['index.html', text],
  ]);

/** A follower whose parts only record what they have to do. */
function fixture() {
  const log: string[] = [];
  const state = {
    built: { json: '1', files: files('1') } as Built,
    change: undefined as { isStructural: boolean; what: string } | undefined,
    /** The tasks of turbo that fail, by their first word. */
    failing: '',
    hold: undefined as Promise<void> | undefined,
  };
  const follower = createFollower({
    builder: {
      build: async () => (log.push('make'), state.built),
      renew: async () => (log.push('renew'), state.built),
      stop: async () => {},
    },
    docs: {
      fetch: () => new Response(),
      show: () => log.push('show'),
      fail: (text) => log.push(`fail ${text}`),
    },
    mock: {
      fetch: async () => new Response(),
      load: async () => void log.push('load'),
      update: () => state.change,
    },
    runTurbo(tasks, occasion) {
      log.push(`${occasion} ${tasks.join(' ')}`);
      const ok = tasks[0] !== state.failing;
      const ended = (async () => {
        await state.hold;
        return { ok, stdout: '', output: ok ? '' : 'wrong' };
      })();
      return { ended, stop: () => log.push('stop') };
    },
    print: (text) => log.push(stripVTControlCharacters(text).replace(/ \d+\.\d s/, '')),
  });
  return {
    state,
    log,
    follower,
    /** What one edit leads to, until all of it is done. */
    edit: async (edit?: Edit) => {
      log.length = 0;
      await follower.follow(edit);
      await expect.poll(() => isIdle(log), { timeout: 5000 }).toBe(true);
      return log.filter((line) => line !== 'stop');
    },
  };
}

/** Everything is done at once, unless it is held: between two looks at the log, nothing is left half done. */
function isIdle(log: readonly string[]): boolean {
  return /^(build|lint) +passed$|^This does not/.test(log.at(-1) ?? '');
}

const everything = ['edit build --filter=!@agent-conversation/docs', 'build  passed'];
const lint = ['background lint', 'lint   passed'];

test('first everything is built, then docs and mock follow edits before the rest', async () => {
  const { state, edit } = fixture();
  expect(await edit()).toEqual([
    'start build --filter=!@agent-conversation/docs',
    'build  passed',
    'load',
    'make',
    'show',
    'docs   1 pages',
    'start lint',
    'lint   passed',
  ]);
  state.built = { json: '2', files: files('2') };
  state.change = { isStructural: false, what: 'descriptions' };
  const now = ['make', 'show', 'docs   index.html', 'mock   descriptions changed, state kept'];
  expect((await edit()).slice(0, 6)).toEqual([...now, ...lint]);
});

test('a change of structure builds and resets the mock, and makes the docs with its validators', async () => {
  const { state, edit } = fixture();
  await edit();
  state.change = { isStructural: true, what: 'schema Pet' };
  const log = await edit();
  expect(log.slice(0, 10)).toEqual([
    'make',
    'show',
    'docs   no page has changed',
    'mock   schema Pet changed: building it',
    'edit build --filter=@agent-conversation/mock',
    'build  passed',
    'load',
    'mock   schema Pet changed, state reset',
    'renew',
    'show',
  ]);
});

test('what is wrong is shown, the last good docs stay, and the next edit is followed', async () => {
  const { state, edit } = fixture();
  await edit();
  const good = state.built;
  state.built = { error: 'paths/x.yaml:1:2: wrong' };
  const log = await edit();
  expect(log.slice(0, 2)).toEqual(['make', 'fail paths/x.yaml:1:2: wrong']);
  expect(log).not.toContain('show');
  state.built = good;
  state.failing = 'lint';
  expect(await edit()).toEqual(expect.arrayContaining(['show', 'fail wrong']));
  state.failing = '';
  expect(await edit()).toContain('show');
});

test('a first build that fails is tried again after an edit', async () => {
  const { state, edit } = fixture();
  state.failing = 'build';
  expect(await edit()).toEqual(expect.arrayContaining(['fail wrong']));
  state.failing = '';
  expect(await edit()).toEqual(expect.arrayContaining([...everything, 'load', 'show']));
});

test('an edit ends what runs in the background, and of many the last one counts', async () => {
  const { state, log, follower, edit } = fixture();
  await edit();
  let release = () => {};
  state.hold = new Promise((resolve) => (release = resolve));
  await follower.follow();
  log.length = 0;
  const all = [follower.follow(), follower.follow(), follower.follow('code')];
  expect(log).toContain('stop');
  release();
  await Promise.all(all);
  await expect.poll(() => isIdle(log)).toBe(true);
  expect(log.filter((line) => /^(make|renew)$/.test(line))).toEqual(['renew']);
  await follower.stop();
});
