/** The guides for readers with a deployment, as they stand apart from base URL and key. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repository } from '@agent-conversation/shared/process';
import { fillIn, readGuide, visible } from '@agent-conversation/e2e/guide';
import { removeSandboxes } from '../service/requests.ts';
import { withoutSecrets } from '../service/redact.ts';
import type { Service } from '../service/service.ts';
import type { Step, StepContext } from './step.ts';

/** The API key in programs that are written for the mock; some have data of their own there. */
const keyOfMock =
  /(?<=(?:X-Session-API-Key['"]?: ?|apiKey: )['"]?)(?:any|list|search|paging)\b/g;

/** What gets the packages: here they are those of this repository. */
const installs = /^(?:np[mx]|git|mkdir|cd| +-w) /;

interface Guide {
  readonly name: string;
  /** The heading at which a reader with a deployment begins. */
  readonly from: string;
  /** The heading at which it ends, if not at the end of the file. */
  readonly to?: string;
}

const guides: readonly Guide[] = [
  {
    name: 'index.md',
    from: '## Quickstart',
    to: '## Where to go next',
  },
  { name: 'getting-started.md', from: '## Install' },
  { name: 'running-the-service.md', from: '## Use it with curl' },
];

/** Carries out the blocks of code of the guides, and compares what they print. */
export const followGuides: Step = {
  name: 'Follow the guides',
  deadlineInMs: 600_000,
  appliesTo: ({ takesConversationId }) => takesConversationId,
  async run(context) {
    const problems: string[] = [];
    let count = 0;
    for (const guide of guides) {
      // Each guide leaves a sandbox or two.
      await removeSandboxes(context.service);
      const blocks = blocksOf(guide, context.service);
      count += blocks.length;
      problems.push(...(await follow(guide, blocks, context)));
    }
    return { summary: `${count} blocks of code`, problems };
  },
};

interface GuideBlock {
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** What the guide says that it prints. */
  readonly prints?: string;
}

/** Returns what is executed of a guide, with the base URL and the key of the edition. */
function blocksOf(
  { name, from, to }: Guide,
  { baseUrl, apiKey }: Service,
): readonly GuideBlock[] {
  const text = readFileSync(
    join(repository, 'packages/docs/guides', name),
    'utf8',
  );
  const begin = lineOf(text, from);
  const end = to === undefined ? Infinity : lineOf(text, to);
  const blocks: readonly GuideBlock[] = readGuide(text).flat();
  return (
    blocks
      .filter(({ line }) => line > begin && line < end)
      // Each language starts a sandbox of its own. The test of the guides runs the other languages, with the mock.
      .filter(({ language }) => language === 'sh' || language === 'ts')
      .map((block) => {
        // A reader with a deployment does not start the mock. The packages are there, and the checker has its own step.
        const lines = block.code.split('\n').filter((it) => !installs.test(it));
        const code = lines
          .join('\n')
          .replaceAll(/http:\/\/127\.0\.0\.1:(4010|3000)\b/g, baseUrl)
          .replaceAll(/(?<=AGENT_CONVERSATION_API_KEY=)[\w-]+/g, apiKey)
          .replaceAll(keyOfMock, apiKey);
        return { ...block, code };
      })
      .filter(({ code }) => code.trim() !== '')
  );
}

function lineOf(text: string, heading: string): number {
  const at = text.split('\n').indexOf(heading);
  if (at === -1) throw new Error(`A guide has no heading '${heading}'`);
  return at + 1;
}

/** Executes the blocks in one shell, and returns what is not as the guide has it. */
async function follow(
  { name }: Guide,
  blocks: readonly GuideBlock[],
  { run, service }: StepContext,
): Promise<readonly string[]> {
  const folder = join(run.scratch, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  // The packages of this repository are found there.
  const packages = join(repository, 'node_modules');
  symlinkSync(packages, join(folder, 'node_modules'), 'dir');
  const commands = blocks.map(({ language, code, line }) => {
    if (language !== 'ts') return code;
    const program = `line-${line}.ts`;
    writeFileSync(join(folder, program), code);
    return `node ${program}`;
  });
  writeFileSync(join(folder, 'guide.sh'), commands.join("\nprintf '\\0'\n"));
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    NO_COLOR: '1',
  };
  const args = ['-e', '-o', 'pipefail', 'guide.sh'];
  const ended = await run.runProgram('bash', args, env, folder);
  const secrets = [service.apiKey];
  if (!ended.ok) {
    const output = withoutSecrets(ended.output, secrets);
    return [`${name} fails:`, ...output.split('\n')];
  }
  const printed = ended.stdout.split('\0');
  return blocks.flatMap(({ line, prints }, index) => {
    const seen = visible(printed[index] ?? '');
    if (prints === undefined || fillIn(prints, seen) === seen) return [];
    const shown = withoutSecrets(seen, secrets);
    return [
      `${name}:${line} prints ${shown.trimEnd()} instead of ${prints.trimEnd()}`,
    ];
  });
}
