/** Another project, with its compiler options and its test runner. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { peer } from '../install.ts';
import { run } from '../run.ts';
import { type CompilerVersion, compileProject } from './compile.ts';

const project = join(inject('installed'), 'consumers');

/** Writes the files of the project, and returns its folder. */
export function writeConsumer(): string {
  cpSync(join(import.meta.dirname, '../consumer'), project, {
    recursive: true,
  });
  return project;
}

/** A strict project. */
const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  target: 'es2022',
  lib: ['es2022', 'esnext.disposable', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  noEmit: true,
  types: [],
};

const resolutions = {
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
} as const;

/** Compiles a file of the project, and returns what the compiler reports. */
export async function compile(
  file: string,
  compiler: CompilerVersion,
  resolution: keyof typeof resolutions,
  options: object = {},
): Promise<string> {
  const compilerOptions = { ...strict, ...resolutions[resolution], ...options };
  const config = join(
    project,
    `tsconfig.${compiler}-${resolution}-${file.replaceAll('/', '-')}.json`,
  );
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }));
  return compileProject(compiler, config, project);
}

/** The compilers and module resolutions that projects have. */
export const compilations = (['5.5', '5.9', '7.0'] as const).flatMap(
  (compiler) =>
    (['bundler', 'nodenext'] as const).map((resolution) => ({
      compiler,
      resolution,
    })),
);

/** Returns the arguments with which Vitest runs files in an environment. */
export function vitest(environment: string, ...files: string[]): string[] {
  const program = peer('vitest/vitest.mjs');
  return [program, 'run', '--globals', '--environment', environment, ...files];
}

/** Expects that a test runner runs all tests of some files, and that they pass. */
export async function expectPassing(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  // Variables of this test runner are none of theirs.
  const others = Object.keys(process.env).filter((name) =>
    /^(VITEST|FORCE_COLOR)/.test(name),
  );
  const removed = Object.fromEntries(others.map((name) => [name, undefined]));
  const ended = await run(process.execPath, args, {
    cwd: project,
    env: { ...removed, NO_COLOR: '1', ...env },
  });
  const printed = ended.stdout + ended.stderr;
  expect(ended.code, printed).toBe(0);
  expect(printed).toMatch(/Tests:? +\d+ passed/);
}
