import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readGuide } from './support/guide.ts';
import { GuidePorts } from './support/guide-ports.ts';
import { fillIn, visible } from './support/guide-prints.ts';
import { GuideProjects } from './support/guide-projects.ts';
import { GuideRun } from './support/guide-run.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const guides = new URL('../../docs/guides/', import.meta.url);

/** As long as all guides may take together on a slow machine, in milliseconds. */
const timeout = 300_000;

const projects = new GuideProjects(root);
let copy: string;
let project: string;
let turn: Promise<unknown> = Promise.resolve();

beforeAll(async () => {
  copy = copyWorktree(root);
  await projects.publish();
  project = await projects.makeInstalled();
}, timeout);
afterAll(() => {
  projects.remove();
  removeWorktree(copy);
});

test.concurrent.each(readdirSync(guides))(
  'what %s says happens',
  async (name) => {
    const { promised, seen } = await followInPlace(name);
    expect(promised).not.toEqual({});
    expect(seen).toEqual(promised);
  },
  timeout,
);

async function followInPlace(name: string): Promise<Followed> {
  if (name === 'getting-started.md') return follow(name, projects.make());
  if (name === 'changing-the-contract.md') return follow(name, copy);
  // The others go on in one project, one after the other, as for a reader.
  const mine = turn.then(() => follow(name, project));
  turn = mine.catch(() => undefined);
  return mine;
}

/** What the blocks of a guide print, by the file and the line of each. */
interface Followed {
  readonly promised: Record<string, string>;
  readonly seen: Record<string, string>;
}

async function follow(name: string, folder: string): Promise<Followed> {
  const followed: Followed = { promised: {}, seen: {} };
  const ports = await GuidePorts.find();
  const run = new GuideRun(root, folder, ports, projects.environment);
  try {
    for (const step of readGuide(new URL(name, guides))) {
      const printed = await run.do(step);
      for (const [index, { language, line, prints }] of step.entries()) {
        if (prints === undefined && language === 'sh') continue;
        const seen = visible(printed[index] ?? '');
        followed.seen[`${name}:${line}`] = seen;
        followed.promised[`${name}:${line}`] = fillIn(ports.replace(prints ?? '\n'), seen);
      }
    }
  } finally {
    await run.end();
  }
  return followed;
}
