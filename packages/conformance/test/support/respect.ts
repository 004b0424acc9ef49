import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const openapi = fileURLToPath(new URL('../../../../openapi/', import.meta.url));

/** A copy of the contract's sources with its workflows. */
export interface WorkflowCopy {
  readonly folder: string;
  readonly remove: () => void;
}

/** Copies the sources of the contract, so that a workflow can be changed. */
export function copyWorkflows(): WorkflowCopy {
  const folder = mkdtempSync(join(tmpdir(), 'workflows-'));
  cpSync(openapi, folder, {
    recursive: true,
    filter: (path) => !['dist', 'node_modules', '.turbo'].includes(basename(path)),
  });
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** What has come of a workflow. */
export interface WorkflowRun {
  readonly passed: boolean;
  /** What `redocly respect` has printed. */
  readonly output: string;
  /** The steps that were carried out, in order. */
  readonly steps: readonly string[];
}

interface Log {
  readonly files: Readonly<
    Record<
      string,
      { executedWorkflows: readonly { executedSteps: readonly { stepId: string }[] }[] }
    >
  >;
}

/**
 * Runs workflows with `redocly respect`, which prints every request and response.
 *
 * @param files of the workflows
 * @param server where the service is
 * @param input the inputs of the workflow; they are passed in the environment, where nobody else sees them
 */
export async function respect(
  files: readonly string[],
  server: string,
  input: object,
): Promise<WorkflowRun> {
  const folder = mkdtempSync(join(tmpdir(), 'respect-'));
  const log = join(folder, 'log.json');
  const args = ['respect', ...files, '--server', `service=${server}`, '--verbose'];
  const env = { ...process.env, REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(input) };
  try {
    const { failed, output } = await new Promise<{ failed: boolean; output: string }>((done) => {
      const limits = { timeout: 280_000, maxBuffer: 64 * 1024 * 1024 };
      execFile(
        'redocly',
        [...args, '--json-output', log],
        { ...limits, env },
        (error, stdout, stderr) => done({ failed: error !== null, output: stdout + stderr }),
      );
    });
    return { passed: !failed, output, steps: stepsIn(log) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** It writes no log when it could not begin. */
function stepsIn(log: string): string[] {
  let text: string;
  try {
    text = readFileSync(log, 'utf8');
  } catch {
    return [];
  }
  return Object.values((JSON.parse(text) as Log).files).flatMap(({ executedWorkflows }) =>
    executedWorkflows.flatMap(({ executedSteps }) => executedSteps.map(({ stepId }) => stepId)),
  );
}
