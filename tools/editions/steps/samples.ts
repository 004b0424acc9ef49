/** The samples of the contract, as they stand apart from base URL, key and what only the examples of the mock have. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, repository } from '@agent-conversation/shared/process';
import { compareVersions } from '@agent-conversation/cli/evidence';
import { withoutSecrets } from '../service/redact.ts';
import { removeSandboxes } from '../service/requests.ts';
import type { Service } from '../service/service.ts';
import { patientClient } from './client.ts';
import { keyOfMock } from './guides.ts';
import type { Step } from './step.ts';

const folder = join(repository, 'openapi/samples');

interface Sample {
  readonly operationId: string;
  readonly outcome: 'success' | 'failure';
  /** Whether it belongs to the legacy generation. */
  readonly isLegacy?: boolean;
  /** Whether it starts a sandbox. */
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

/**
 * Runs the samples for curl, and compares success, failure and status with what they show. The test of the samples
 * proves that all languages send the same request.
 */
export const runSamples: Step = {
  name: 'Run the samples',
  deadlineInMs: 300_000,
  appliesTo: ({ needsKeyForV1 }) => needsKeyForV1,
  async run({ service, run }) {
    const isLegacyServed = service.known.generations.includes('V0');
    const served = samples.filter(
      ({ isLegacy = false }) => isLegacyServed || !isLegacy,
    );
    const replacements = await replacementsOn(service);
    const problems: string[] = [];
    for (const sample of served) {
      if (sample.startsSandbox) await removeSandboxes(service);
      const name = `${sample.operationId}/${sample.outcome}.sh`;
      const code = readFileSync(join(folder, name), 'utf8');
      const program = join(run.scratch, name.replace('/', '-'));
      writeFileSync(program, replaceAll(code, replacements));
      const env = { PATH: process.env['PATH'] ?? '', NO_COLOR: '1' };
      const ended = await run.runProgram('sh', [program], env);
      const problem = problemOf(ended, statusOf(sample, service.version));
      if (problem === undefined) continue;
      const output = withoutSecrets(ended.output, [service.apiKey]);
      problems.push(`${name}: ${problem}`, ...output.split('\n'));
    }
    return { summary: `${served.length} programs`, problems };
  },
};

/** What stands in the place of what only the mock has: its address, its key, and what is in its examples. */
type Replacements = readonly (readonly [from: string | RegExp, to: string])[];

async function replacementsOn(service: Service): Promise<Replacements> {
  const client = await patientClient(service);
  const [spec] = (await client.sandboxSpecs.search()).items;
  const sandbox = await client.sandboxes.start();
  return [
    ['http://127.0.0.1:4010', service.baseUrl],
    [keyOfMock, service.apiKey],
    // One that runs and one that is paused: the order of the samples makes one of both.
    ['sbx-4kq7m2xw', sandbox.id],
    ['sbx-9wd3p6ha', sandbox.id],
    ['ghcr.io/acme/agent-server:1.2', spec?.id ?? 'there is no sandbox spec'],
  ];
}

function replaceAll(code: string, replacements: Replacements): string {
  return replacements.reduce(
    (replaced, [from, to]) => replaced.replaceAll(from, to),
    code,
  );
}

/** Returns the status with which a sample fails on an edition; undefined if it succeeds. */
function statusOf(
  { operationId, outcome, differs }: Sample,
  version: string,
): string | undefined {
  if (differs && compareVersions(version, differs.until ?? version) <= 0)
    return String(differs.status);
  const output = join(folder, operationId, `${outcome}.sh.out`);
  const shown = readFileSync(output, 'utf8');
  return /returned error: (\d+)/.exec(shown)?.[1];
}

/** Returns what is wrong with the end of a program: curl fails with the status. */
function problemOf(
  { ok, output }: Ended,
  status: string | undefined,
): string | undefined {
  if (status === undefined) return ok ? undefined : 'fails';
  const isExpected = !ok && output.includes(`returned error: ${status}`);
  return isExpected ? undefined : `does not fail with ${status}`;
}
