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
export const keyOfMock =
  /(?<=X-Session-API-Key: |apiKey: ')(?:any|list|search)\b/g;

/** What gets the packages, which are those of this repository, starts a server, or runs the checker. */
const installs = /^(?:np[mx]|git|mkdir|cd| +-w) /;

const guides = ['index.md', 'getting-started.md', 'running-the-service.md'];

/** Carries out the blocks of code of the guides, and compares what they print. */
export const followGuides: Step = {
  name: 'Follow the guides',
  deadlineInMs: 600_000,
  appliesTo: ({ takesConversationId }) => takesConversationId,
  async run(context) {
    const problems: string[] = [];
    let count = 0;
    for (const name of guides) {
      // Each guide leaves a sandbox or two.
      await removeSandboxes(context.service);
      const blocks = blocksOf(name, context.service);
      count += blocks.length;
      problems.push(...(await follow(name, blocks, context)));
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
  name: string,
  { baseUrl, apiKey }: Service,
): readonly GuideBlock[] {
  const file = join(repository, 'packages/docs/guides', name);
  const blocks: readonly GuideBlock[] = readGuide(
    readFileSync(file, 'utf8'),
  ).flat();
  return (
    blocks
      // Each language starts a sandbox of its own. The test of the guides runs the other languages, with the mock.
      .filter(({ language }) => language === 'sh' || language === 'ts')
      .map((block) => {
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

/** Executes the blocks in one shell, and returns what is not as the guide has it. */
async function follow(
  name: string,
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
