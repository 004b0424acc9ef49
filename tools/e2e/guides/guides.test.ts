/**
 * Executes every block of the documentation's guides, and compares what it prints with what the guide shows. As for a
 * reader, one mock runs for all guides: the one that the start page starts.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  copyWorktree,
  removeWorktree,
} from '@agent-conversation/shared/worktree';
import { isLeftOut } from '@agent-conversation/testing/left-out';
import { findPython } from '@agent-conversation/testing/python';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBlocks } from '../code/blocks.ts';
import { Ports } from '../code/ports.ts';
import { Session } from '../code/session.ts';
import {
  doStep,
  fillIn,
  languages,
  readGuide,
  type Step,
  visible,
} from './guide.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const guides = new URL('../../../packages/docs/guides/', import.meta.url);
/** The packages of this repository are found from here; other tools pass over the folder of turbo. */
const parent = fileURLToPath(new URL('../../.turbo/', import.meta.url));
const nodeFolder = dirname(process.execPath);
const python = findPython('The Python programs of the guides');

/** Readers clone and install the packages; here they are those of this repository. */
const installed = `
export PATH='${nodeFolder}:${root}node_modules/.bin':"$PATH"
npm() {
  case "$*" in
    ci | 'run build' | 'pack '* | 'init '* | 'install '*) ;;
    'exec --no -- agent-conversation-'*) node '${root}packages/'"\${4#agent-conversation-}"/dist/cli.js "\${@:5}" ;;
    'exec --no -- vitest '*) "\${@:4}" ;;
    *) command npm "$@" ;;
  esac
}
git() { mkdir "\${2##*/}"; }
python3() { command ${python ?? 'false'} "$@"; }`;
/** A guide that edits the contract is carried out in a copy of the repository. */
const inRepository = `export PATH='${nodeFolder}':"$PATH" TURBO_CACHE_DIR='${root}.turbo/cache'`;

const startPage = 'index.md';
/** Edits the contract: it gets a copy of the repository. */
const ofMaintainers = 'changing-the-contract.md';
/** Needs an installed edition: `npm run editions -- run` follows it. */
const ofEditions = 'running-the-service.md';
const others = readdirSync(guides).filter(
  (name) => name !== startPage && name !== ofEditions,
);

const read = (name: string) => readFileSync(new URL(name, guides), 'utf8');
const needsCurl = (guide: string) => /^ *(\w+=\$\(|until )?curl /m.test(guide);
const isOfMock = ([{ code }]: Step) => code.includes('-mock --port 4010 ');
const mocksOf = (name: string) => readGuide(read(name)).filter(isOfMock);
const isRunnable = ([{ language }]: Step) =>
  language !== 'python' || python !== undefined;

/** The folder of a reader, and the session in it. */
interface Desk {
  readonly session: Session;
  readonly leave: () => Promise<void>;
}

function openDesk(name: string): Desk {
  const isCopy = name === ofMaintainers;
  mkdirSync(parent, { recursive: true });
  const folder = isCopy
    ? copyWorktree(root)
    : mkdtempSync(join(parent, 'guide-'));
  const session = new Session(folder, isCopy ? inRepository : installed);
  const leave = async () => {
    await session.end();
    if (isCopy) removeWorktree(folder);
    else rmSync(folder, { recursive: true, force: true });
  };
  return { session, leave };
}

let ports: Ports;
let start: Desk;

beforeAll(async () => {
  ports = await Ports.find();
  start = openDesk(startPage);
  for (const step of mocksOf(startPage))
    await doStep(step, start.session, ports);
});
afterAll(() => start.leave());

/** Carries out the steps of a guide; the mock runs. Expects that each block prints what the guide shows. */
async function expectOutputs(
  name: string,
  steps: readonly Step[],
  session: Session,
) {
  const promised: Record<string, string> = {};
  const seen: Record<string, string> = {};
  for (const step of steps) {
    const printed = await doStep(step, session, ports);
    for (const [index, { language, line, prints }] of step.entries()) {
      if (prints === undefined && language === 'sh') continue;
      const text = visible(printed[index] ?? '');
      seen[`${name}:${line}`] = text;
      promised[`${name}:${line}`] = fillIn(ports.replace(prints ?? '\n'), text);
    }
  }
  expect(promised).not.toEqual({});
  expect(seen).toEqual(promised);
}

test.skipIf(isLeftOut('curl'))('index.md', async () => {
  const steps = readGuide(read(startPage)).filter(
    (step) => !isOfMock(step) && isRunnable(step),
  );
  await expectOutputs(startPage, steps, start.session);
});

test.for(others)('%s', { timeout: 600_000 }, async (name, { skip }) => {
  skip(needsCurl(read(name)) && isLeftOut('curl'), 'there is no curl');
  const steps = readGuide(read(name)).filter(isRunnable);
  const desk = openDesk(name);
  try {
    await expectOutputs(name, steps, desk.session);
  } finally {
    await desk.leave();
  }
});

test('the start page starts the mock that all guides use, and no other guide starts one on its port', () => {
  expect(mocksOf(startPage)).toHaveLength(1);
  expect(others.filter((name) => mocksOf(name).length > 0)).toEqual([]);
});

test.skipIf(isLeftOut('curl'))(
  'the start page leads from an installed mock to a ready conversation in at most five commands',
  async () => {
    const [before, after] = read(startPage).split(
      /(?<=^## Quickstart\n[^]*?)(?=^## )/m,
    );
    const blocks = readBlocks(before!, languages).filter(
      ({ language }) => language === 'sh',
    );
    const mockIndex = blocks.findIndex(({ code }) =>
      code.includes('agent-conversation-mock'),
    );
    const commands = blocks
      .slice(mockIndex)
      // The other lines of a command are indented, and a loop is one command; comments are none.
      .flatMap(({ code }) =>
        code.split(/\n(?=\S)(?!done)|&&(?! break)|;(?! do)/),
      )
      .filter((command) => command.trim() !== '' && !command.startsWith('#'));
    expect(after).toBeDefined();
    expect(commands.length, commands.join('\n')).toBeLessThanOrEqual(5);
    expect(commands[0]).toContain('agent-conversation-mock');
    // The session has the id of the conversation; the last command has paused its sandbox.
    const url = '"http://127.0.0.1:4010/api/v1/app-conversations?ids=$ID"';
    const list = `curl --silent --header 'X-Session-API-Key: any' ${url}`;
    const listed = await start.session.run(ports.replace(list), 0);
    expect(JSON.parse(listed)).toMatchObject([{ sandbox_status: 'PAUSED' }]);
  },
);
