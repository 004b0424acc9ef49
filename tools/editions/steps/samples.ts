/** The samples of the contract, as they stand apart from base URL, key and what only the examples of the mock have. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@agent-conversation/shared/process';
import { compareVersions } from '@agent-conversation/cli/evidence';
import { withoutSecrets } from '../service/redact.ts';
import type { EndedProgram } from '../processes/run.ts';
import { removeSandboxes } from '../service/requests.ts';
import type { Service } from '../service/service.ts';
import { keyOfMock, programFolder } from './guides.ts';
import type { Step, StepContext } from './step.ts';

const folder = join(repository, 'openapi/samples');
const deadlineInMs = 120_000;

const endings = ['sh', 'ts', 'js', 'py'] as const;

type Ending = (typeof endings)[number];
type Outcome = 'success' | 'failure';

interface Sample {
  readonly operationId: string;
  readonly outcome: Outcome;
  /** Whether it belongs to the legacy generation. */
  readonly isLegacy?: boolean;
  /** Whether it starts a sandbox, which the programs of the other languages would do as well. */
  readonly startsSandbox?: boolean;
  /** What editions up to a version respond with instead of what the sample shows. */
  readonly differs?: Difference;
}

interface Difference {
  readonly status: number;
  /** The last edition that does so; all of them without it. */
  readonly until?: string;
  readonly decision: string;
}

/** In this order: what starts sandboxes comes last. */
const samples: readonly Sample[] = [
  { operationId: 'searchSandboxSpecs', outcome: 'success' },
  { operationId: 'searchSandboxSpecs', outcome: 'failure' },
  { operationId: 'searchSandboxes', outcome: 'success' },
  {
    operationId: 'searchSandboxes',
    outcome: 'failure',
    differs: { status: 500, until: '1.5.0', decision: 'D50' },
  },
  { operationId: 'listAppConversations', outcome: 'success' },
  { operationId: 'listAppConversations', outcome: 'failure' },
  { operationId: 'getSettings', outcome: 'success', isLegacy: true },
  { operationId: 'getSettings', outcome: 'failure', isLegacy: true },
  {
    operationId: 'createConversation',
    outcome: 'success',
    isLegacy: true,
    // No token of a provider is stored, and the sample names a repository.
    differs: { status: 500, until: '1.5.0', decision: 'D50' },
  },
  { operationId: 'createConversation', outcome: 'failure', isLegacy: true },
  { operationId: 'pauseSandbox', outcome: 'success' },
  { operationId: 'pauseSandbox', outcome: 'failure' },
  { operationId: 'resumeSandbox', outcome: 'success' },
  { operationId: 'resumeSandbox', outcome: 'failure' },
  {
    operationId: 'startSandbox',
    outcome: 'failure',
    differs: { status: 500, decision: 'D50' },
  },
  { operationId: 'startAppConversation', outcome: 'failure' },
  { operationId: 'startSandbox', outcome: 'success', startsSandbox: true },
  {
    operationId: 'startAppConversation',
    outcome: 'success',
    startsSandbox: true,
  },
];

/** Runs the samples, and compares success, failure and status with what they show. */
export const runSamples: Step = {
  name: 'Run the samples',
  deadlineInMs: 300_000,
  appliesTo: ({ needsKeyForV1 }) => needsKeyForV1,
  async run(context) {
    const { service, run } = context;
    const isLegacyServed = service.known.generations.includes('V0');
    const served = samples.filter(
      ({ isLegacy = false }) => isLegacyServed || !isLegacy,
    );
    const replacements = await replacementsOn(service);
    const directory = programFolder(run.scratch, 'samples');
    const problems: string[] = [];
    let count = 0;
    for (const sample of served) {
      if (sample.startsSandbox) await removeSandboxes(service);
      const difference = differenceOf(sample, service.version);
      for (const ending of endings) {
        // The test of the samples proves that all languages send the same request.
        if (ending !== 'sh' && (sample.startsSandbox || difference)) continue;
        const name = `${sample.operationId}/${sample.outcome}.${ending}`;
        const code = withReplacements(
          readFileSync(join(folder, name), 'utf8'),
          replacements,
        );
        const program = name.replace('/', '-');
        writeFileSync(join(directory, program), code);
        const ended = await runProgram(ending, program, directory, context);
        const expected = difference?.status ?? failureIn(sample);
        const problem = problemOf(ending, ended, expected);
        if (problem !== undefined) {
          const output = withoutSecrets(ended.output, [service.apiKey]);
          problems.push(`${name}: ${problem}`, ...output.split('\n'));
        }
        count += 1;
      }
    }
    return { summary: `${count} programs`, problems };
  },
};

/** What stands in the place of what only the mock has: its address, its key, and what is in its examples. */
type Replacements = ReadonlyMap<string | RegExp, string>;

async function replacementsOn({
  baseUrl,
  apiKey,
}: Service): Promise<Replacements> {
  const { createClient } = await import('@agent-conversation/client');
  // Process sandboxes are started before the response.
  const client = createClient({
    baseUrl,
    apiKey,
    attemptTimeoutInMs: 150_000,
    timeoutInMs: 160_000,
  });
  const [spec] = (await client.sandboxSpecs.search()).items;
  const sandbox = await client.sandboxes.start();
  return new Map<string | RegExp, string>([
    ['http://127.0.0.1:4010', baseUrl],
    [keyOfMock, apiKey],
    // One that runs and one that is paused: the order of the samples makes one of both.
    ['sbx-4kq7m2xw', sandbox.id],
    ['sbx-9wd3p6ha', sandbox.id],
    ['ghcr.io/acme/agent-server:1.2', spec?.id ?? 'there is no sandbox spec'],
  ]);
}

function withReplacements(code: string, replacements: Replacements): string {
  let replaced = code;
  for (const [pattern, value] of replacements)
    replaced = replaced.replaceAll(pattern, value);
  return replaced;
}

function differenceOf(
  { differs }: Sample,
  version: string,
): Difference | undefined {
  if (!differs) return undefined;
  const { until = version } = differs;
  return compareVersions(version, until) <= 0 ? differs : undefined;
}

/** Returns the status that a sample shows if it fails; undefined if it succeeds. */
function failureIn({ operationId, outcome }: Sample): number | undefined {
  const shown = readFileSync(
    join(folder, operationId, `${outcome}.sh.out`),
    'utf8',
  );
  const [, status] = /returned error: (\d+)/.exec(shown) ?? [];
  return status === undefined ? undefined : Number(status);
}

function runProgram(
  ending: Ending,
  program: string,
  cwd: string,
  { run, service }: StepContext,
): Promise<EndedProgram> {
  const interpreters = {
    sh: 'sh',
    ts: process.execPath,
    js: process.execPath,
    py: service.python,
  };
  const env = { PATH: process.env['PATH'] ?? '', NO_COLOR: '1' };
  return run.runProgram(interpreters[ending], [program], {
    cwd,
    env,
    deadlineInMs,
  });
}

/** Returns what is wrong with the end of a program: curl fails with the status, the others print the failure. */
function problemOf(
  ending: Ending,
  { isOk, output }: EndedProgram,
  status: number | undefined,
): string | undefined {
  if (status === undefined) return isOk ? undefined : 'fails';
  if (ending !== 'sh')
    return isOk ? undefined : `fails otherwise than with ${status}`;
  const isExpected = !isOk && output.includes(`returned error: ${status}`);
  return isExpected ? undefined : `does not fail with ${status}`;
}
