/** Executes every block of the documentation's guides, and compares what it prints with what the guide shows. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import { isLeftOut } from '@agent-conversation/testing/left-out';
import { expect, test } from 'vitest';
import { readBlocks } from '../code/blocks.ts';
import { Ports } from '../code/ports.ts';
import { Session } from '../code/session.ts';
import { doStep, fillIn, readGuide, visible } from './guide.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const guides = new URL('../../../packages/docs/guides/', import.meta.url);
/** The packages of this repository are found from here; other tools pass over the folder of turbo. */
const parent = fileURLToPath(new URL('../../.turbo/', import.meta.url));

/** Readers install the packages from tarballs; here they are those of this repository. */
const installed = `
export PATH='${dirname(process.execPath)}:${root}node_modules/.bin':"$PATH"
npm() {
  case "$*" in
    'init '* | 'install '*) ;;
    'exec --no -- agent-conversation-'*) node '${root}packages/'"\${4#agent-conversation-}"/dist/cli.js "\${@:5}" ;;
    *) command npm "$@" ;;
  esac
}
npx() { "$@"; }`;

const read = (name: string) => readFileSync(new URL(name, guides), 'utf8');

/**
 * Executes a guide in a folder of its own, and then a command.
 *
 * @returns what the blocks have printed, what they should have, and what the command has printed
 */
async function execute(name: string, markdown: string, command = '') {
  // One guide edits the contract: it gets a copy of the repository.
  const isInRepository = name === 'changing-the-contract.md';
  mkdirSync(parent, { recursive: true });
  const folder = isInRepository ? copyWorktree(root) : mkdtempSync(join(parent, 'guide-'));
  const ports = await Ports.find();
  const path = `export PATH='${dirname(process.execPath)}':"$PATH" TURBO_CACHE_DIR='${root}.turbo/cache'`;
  const session = new Session(folder, isInRepository ? path : installed);
  const promised: Record<string, string> = {};
  const seen: Record<string, string> = {};
  try {
    for (const step of readGuide(markdown)) {
      const printed = await doStep(step, session, ports);
      for (const [index, { language, line, prints }] of step.entries()) {
        if (prints === undefined && language === 'sh') continue;
        const text = visible(printed[index] ?? '');
        seen[`${name}:${line}`] = text;
        promised[`${name}:${line}`] = fillIn(ports.replace(prints ?? '\n'), text);
      }
    }
    return { seen, promised, last: await session.run(ports.replace(command), 0) };
  } finally {
    await session.end();
    if (isInRepository) removeWorktree(folder);
    else rmSync(folder, { recursive: true, force: true });
  }
}

/** Needs Python and an installed edition: `npm run editions -- run` follows it. */
const ofEditions = 'running-the-service.md';

const needsCurl = (guide: string) => /^ *(\w+=\$\(|until )?curl /m.test(guide);

test.for(readdirSync(guides).filter((name) => name !== ofEditions))(
  '%s',
  { timeout: 600_000 },
  async (name, { skip }) => {
    skip(needsCurl(read(name)) && isLeftOut('curl'), 'there is no curl');
    const { seen, promised } = await execute(name, read(name));
    expect(promised).not.toEqual({});
    expect(seen).toEqual(promised);
  },
);

test.skipIf(isLeftOut('curl'))(
  'the start page leads from an installed mock to a ready conversation in at most five commands',
  async () => {
    const [start, after] = read('index.md').split(
      /(?<=^## Run your first conversation\n[^]*?)(?=^## )/m,
    );
    const commands = readBlocks(start!, ['sh', 'text', 'mermaid'])
      .filter(({ language }) => language === 'sh')
      // The other lines of a command are indented.
      .flatMap(({ code }) => code.split(/\n(?=\S)|&&|;(?! do| done)/));
    expect(after).toBeDefined();
    expect(commands.length, commands.join('\n')).toBeLessThanOrEqual(5);
    const url = '"http://127.0.0.1:4010/api/v1/app-conversations?ids=$CONVERSATION_ID"';
    const list = `curl --silent --header 'X-Session-API-Key: any' ${url}`;
    const { last } = await execute('index.md', start!, list);
    expect(JSON.parse(last)).toMatchObject([{ sandbox_status: 'RUNNING' }]);
  },
);
