import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../engine/workspaces.ts';

/** What turbo knows of a task. */
export interface Task {
  /** Such as `@agent-conversation/client#test`. */
  readonly taskId: string;
  /** The ids of the tasks that are done before. */
  readonly dependencies: readonly string[];
  /** The files whose contents tell whether it has to be done anew, from the folder of its workspace. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly resolvedTaskDefinition: { readonly cache: boolean };
}

/** The scripts of the root. */
export function rootScripts(root: string): Readonly<Record<string, string>> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return scripts;
}

/** The tasks that a script has turbo run. */
export function tasksOf(script: string): readonly string[] {
  return [...script.matchAll(/turbo run ((?:[\w:-]+ ?)*)/g)].flatMap(([, names = '']) =>
    names.split(' ').filter((name) => name !== '' && !name.startsWith('-')),
  );
}

/** The tasks that `npm run check` runs, with those of `npm test`. */
export function checkedTasks(root: string): readonly string[] {
  const { test = '', check = '' } = rootScripts(root);
  return [...tasksOf(test), ...(/(^|&& )npm test( &&|$)/.test(check) ? tasksOf(check) : [])];
}

/** What turbo would do. */
export interface Plan {
  /** By their ids. */
  readonly plan: ReadonlyMap<string, Task>;
  /** The files that are inputs of every task, from the root. */
  readonly globalInputs: readonly string[];
}

/** What turbo would do for some tasks, with all that goes before them. */
export function planOf(root: string, tasks: readonly string[]): Plan {
  const output = execFileSync('turbo', ['run', ...tasks, '--dry=json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  });
  const dry = JSON.parse(output) as {
    readonly tasks: readonly Task[];
    readonly globalCacheInputs: { readonly files: Readonly<Record<string, string>> };
  };
  return {
    plan: new Map(dry.tasks.map((task) => [task.taskId, task])),
    globalInputs: Object.keys(dry.globalCacheInputs.files),
  };
}

/** The ids of all tasks that are done before one. */
export function tasksBefore(plan: ReadonlyMap<string, Task>, taskId: string): ReadonlySet<string> {
  const before = new Set(plan.get(taskId)?.dependencies);
  for (const each of before) {
    for (const next of plan.get(each)?.dependencies ?? []) before.add(next);
  }
  return before;
}

/**
 * The scripts of a workspace that run a file of tests with vitest.
 *
 * @param file from the root
 */
export function scriptsWith({ folder, scripts }: Workspace, file: string): readonly string[] {
  const path = file.slice(folder.length + 1);
  return Object.entries(scripts)
    .filter(([, script]) => runsFile(script, path))
    .map(([name]) => name);
}

function runsFile(script: string, path: string): boolean {
  const [, args] = /vitest run ?([^&|;]*)/.exec(script) ?? [];
  if (args === undefined) return false;
  const words = args.split(' ').filter(Boolean);
  const named: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    if (word === '--exclude' && path.startsWith(words[index + 1]!)) return false;
    if (/^--(exclude|test-timeout|hook-timeout)$/.test(word)) index += 1;
    else if (!word.startsWith('-')) named.push(word);
  }
  return named.length === 0 || named.some((name) => path.includes(name));
}
