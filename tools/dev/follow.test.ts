import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createFollower, type Edit } from './follow.ts';
import type { Update } from './site.ts';

const done = (docs: string, ...mock: string[]): Update => ({
  done: [
    { part: 'docs', ms: 100, text: docs },
    ...mock.map((text) => ({ part: 'mock', ms: 100, text })),
  ],
});

/** A follower whose parts only record what they have to do. */
function fixture() {
  const log: string[] = [];
  const state = {
    update: done('2 pages'),
    /** The tasks of turbo that fail, by their first word. */
    failing: '',
    hold: undefined as Promise<void> | undefined,
    renewal: undefined as Promise<void> | undefined,
  };
  const follower = createFollower({
    site: {
      update: async () => (log.push('update'), state.update),
      async renew(keepsState) {
        log.push(`renew ${keepsState}`);
        await state.renewal;
        return done('no page has changed');
      },
      fail: (text) => log.push(`fail ${text}`),
      stop: () => {},
    },
    isDocsOnly: false,
    async runTurbo(tasks, occasion, signal) {
      log.push(`${occasion} ${tasks.join(' ')}`);
      signal.addEventListener('abort', () => log.push('stop'));
      const ok = tasks[0] !== state.failing;
      await state.hold;
      return { ok, stdout: '', output: ok ? '' : 'wrong' };
    },
    print: (text) =>
      log.push(stripVTControlCharacters(text).replace(/ \d+\.\d s/, '')),
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

const everything = [
  'edit build --filter=!@agent-conversation/docs',
  'build  passed',
];
const lint = ['background lint', 'lint   passed'];

test('first everything is built, then docs and mock follow edits before the rest', async () => {
  const { state, edit } = fixture();
  expect(await edit()).toEqual([
    'start build --filter=!@agent-conversation/docs',
    'build  passed',
    'update',
    'docs   2 pages',
    'start lint',
    'lint   passed',
  ]);
  state.update = done('index.html', 'descriptions changed, state kept');
  const now = [
    'update',
    'docs   index.html',
    'mock   descriptions changed, state kept',
  ];
  expect((await edit()).slice(0, 5)).toEqual([...now, ...lint]);
});

test('a change of structure builds the mock, and renews docs and mock', async () => {
  const { state, edit } = fixture();
  await edit();
  state.update = { ...done('index.html'), structure: 'schema Pet' };
  expect((await edit()).slice(0, 8)).toEqual([
    'update',
    'docs   index.html',
    'mock   schema Pet changed: building it',
    'edit build --filter=@agent-conversation/mock',
    'build  passed',
    'renew false',
    'docs   no page has changed',
    'mock   schema Pet changed, state reset',
  ]);
});

test('an edit waits until docs and mock are renewed for an earlier one', async () => {
  const { state, log, follower, edit } = fixture();
  await edit();
  let release = () => {};
  state.renewal = new Promise((resolve) => (release = resolve));
  state.update = { ...done('index.html'), structure: 'schema Pet' };
  await follower.follow();
  await expect.poll(() => log, { timeout: 30_000 }).toContain('renew false');
  state.update = done('index.html');
  log.length = 0;
  const followed = follower.follow();
  await new Promise(setImmediate);
  expect(log).not.toContain('update');
  release();
  await followed;
  expect(log).toContain('update');
});

test('an edit of code renews docs and mock, with the state of the mock', async () => {
  const { edit } = fixture();
  await edit();
  expect((await edit('code')).slice(0, 2)).toEqual([
    'renew true',
    'docs   no page has changed',
  ]);
});

test('what is wrong is shown, and the next edit is followed', async () => {
  const { state, edit } = fixture();
  await edit();
  const good = state.update;
  state.update = { done: [], error: 'paths/x.yaml:1:2: wrong' };
  expect((await edit()).slice(0, 2)).toEqual([
    'update',
    'paths/x.yaml:1:2: wrong',
  ]);
  state.update = good;
  state.failing = 'lint';
  expect(await edit()).toEqual(
    expect.arrayContaining(['docs   2 pages', 'fail wrong']),
  );
  state.failing = '';
  expect(await edit()).toContain('docs   2 pages');
});

test('a first build that fails is tried again after an edit', async () => {
  const { state, edit } = fixture();
  state.failing = 'build';
  expect(await edit()).toEqual(expect.arrayContaining(['fail wrong']));
  state.failing = '';
  expect(await edit()).toEqual(
    expect.arrayContaining([...everything, 'docs   2 pages']),
  );
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
  await expect.poll(() => isIdle(log), { timeout: 30_000 }).toBe(true);
  expect(log.filter((line) => /^(update|renew)/.test(line))).toEqual([
    'renew true',
  ]);
  follower.stop();
});
