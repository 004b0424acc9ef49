/** The GitHub Action of the checker, and how GitHub runs it. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { type Ended, run } from './run.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly 'working-directory'?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<
    Record<string, { readonly required?: true; readonly default?: string }>
  >;
  readonly runs: {
    readonly using: 'composite';
    readonly steps: readonly Step[];
  };
}

const file = join(import.meta.dirname, '../../packages/conformance/action.yml');

/** The action, as it is written. */
export const action = parse(readFileSync(file, 'utf8')) as Action;

/**
 * Runs the last script of the action in a project, with the shell and the variables that GitHub gives it.
 *
 * @param inputs those that differ from their defaults
 */
export async function runAction(
  project: string,
  inputs: Readonly<Record<string, string>>,
): Promise<Ended> {
  const { run: script = '', env = {} } = action.runs.steps.at(-1)!;
  const valueOf = (text: string) =>
    text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
      const input = action.inputs[name];
      if (!input) throw new Error(`The action has no input ${name}`);
      return inputs[name] ?? input.default ?? '';
    });
  const variables = Object.entries(env).map(
    ([name, text]) => [name, valueOf(text)] as const,
  );
  return run(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', valueOf(script)],
    {
      cwd: project,
      env: {
        ...Object.fromEntries(variables),
        GITHUB_ACTION_PATH: dirname(file),
      },
    },
  );
}

/**
 * Runs the script that builds the program, in a copy of the repository that has the installed packages.
 *
 * @returns the last line that it prints: the version of the program
 */
export async function buildProgram(copy: string): Promise<string> {
  const step = action.runs.steps.find(
    (one) => one['working-directory'] !== undefined,
  );
  const installed = 'npm() { [ "$1" = ci ] || command npm "$@"; }';
  const { stdout } = await run(
    'bash',
    ['-e', '-c', `${installed}\n${step?.run}`],
    { cwd: copy },
  );
  return stdout.trim().split('\n').at(-1)!;
}
