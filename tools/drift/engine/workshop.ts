import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import { commandGates } from '../gates/command-gates.ts';
import type { GateName } from '../gates/gate-name.ts';
import { needsOf } from './needs.ts';
import type { GateRun } from './outcome.ts';
import { type Ended, runCommand } from './run-command.ts';
import { takeTestResults, type TestResults } from './test-results.ts';
import { readWorkspaces, type Workspace, workspaceOf } from './workspaces.ts';

/** A copy of the repository, in which things are broken and gates are run. */
export class Workshop {
  readonly root: string;
  readonly #workspaces: readonly Workspace[];
  readonly #cache: string;
  readonly #signal: AbortSignal;

  /**
   * @param cache the folder for what turbo has built, which several workshops may share
   * @param signal ends what runs in it
   */
  constructor(repository: string, cache: string, signal: AbortSignal) {
    this.root = copyWorktree(repository);
    this.#workspaces = readWorkspaces(this.root);
    this.#cache = cache;
    this.#signal = signal;
  }

  /** The folders of the workspaces that have to be built before a gate is run. */
  needsOf(gate: GateName): readonly string[] {
    return isCommand(gate) ? commandGates[gate].needs : needsOf(this.root, this.#workspaces, gate);
  }

  /** The folders of the workspaces in which a gate, or what it needs, makes files. */
  madeBy(gate: GateName): readonly string[] {
    const needs = this.needsOf(gate);
    if (!isCommand(gate) || commandGates[gate].runBy !== 'build') return needs;
    return [...needs, commandGates[gate].folder];
  }

  /** Builds workspaces, and what they need. */
  async build(folders: readonly string[]): Promise<Ended> {
    if (folders.length === 0) return { passed: true, code: 0, output: '' };
    const filters = folders.map((folder) => `--filter=./${folder}`);
    return this.#run('.', [
      'turbo',
      'run',
      'build',
      ...filters,
      '--output-logs=errors-only',
      '--continue=dependencies-successful',
      `--cache-dir=${this.#cache}`,
    ]);
  }

  /** Takes away what the builds of some workspaces have made, and brings back what was made before. */
  async restore(folders: readonly string[]): Promise<void> {
    for (const folder of folders) {
      for (const made of ['dist', 'generated', 'src/generated']) {
        rmSync(join(this.root, folder, made), { recursive: true, force: true });
      }
    }
    const { passed, output } = await this.build(folders);
    if (!passed) throw new Error(`A copy does not build without its fault any more:\n${output}`);
  }

  /** Runs a gate. @param test a part of the name of the only test to run */
  async runGate(gate: GateName, test?: string): Promise<GateRun> {
    if (isCommand(gate)) {
      const { folder, run } = commandGates[gate];
      const { passed, output } = await this.#run(folder, run);
      return { passed, output, tests: undefined };
    }
    const { passed, output, results } = await this.runTests(
      [gate],
      test === undefined ? [] : [test],
    );
    return { passed, output, tests: results.get(gate)?.length ?? 0 };
  }

  /**
   * Runs files of tests of one workspace.
   *
   * @param names parts of the names of the only tests to run; none for all of them
   * @returns the results by the files' paths from the root
   */
  async runTests(
    files: readonly string[],
    names: readonly string[],
  ): Promise<Ended & { readonly results: TestResults }> {
    const [first = ''] = files;
    const { folder } = workspaceOf(this.#workspaces, first);
    const written = join(this.root, folder, '.drift-results.json');
    const ended = await this.#run(folder, [
      'vitest',
      'run',
      ...files.map((file) => join(this.root, file)),
      ...(names.length === 0 ? [] : ['-t', names.map(escape).join('|')]),
      '--test-timeout=60000',
      '--hook-timeout=60000',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${written}`,
    ]);
    const results = new Map(
      [...takeTestResults(written)].map(([path, tests]) => [
        path.slice(this.root.length + 1),
        tests,
      ]),
    );
    return { ...ended, results };
  }

  remove(): void {
    removeWorktree(this.root);
  }

  #run(folder: string, command: readonly [string, ...string[]]): Promise<Ended> {
    return runCommand(this.root, folder, command, this.#signal);
  }
}

function isCommand(gate: GateName): gate is keyof typeof commandGates {
  return Object.hasOwn(commandGates, gate);
}

/** A text as a part of a regular expression. */
function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
