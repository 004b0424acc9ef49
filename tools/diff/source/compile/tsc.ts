import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Workshop } from './workshop.ts';

const compiler = fileURLToPath(
  new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url),
);

/** An error of the compiler. */
export interface Diagnostic {
  /** Relative to the workshop, with `/`. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Such as `TS2322`. */
  readonly code: string;
  /** What it says: the innermost of its reasons. */
  readonly message: string;
}

const shared = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.asynciterable'],
  module: 'nodenext',
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
};

/**
 * Compiles files of a workshop with the compiler of this repository.
 *
 * @param name of the configuration, which is written into the workshop
 * @throws {Error} when the compiler itself fails
 */
export async function runTsc(
  { folder, write }: Workshop,
  name: string,
  config: { readonly compilerOptions: object; readonly include: readonly string[] },
): Promise<Diagnostic[]> {
  const compilerOptions = { ...shared, ...config.compilerOptions };
  write(name, JSON.stringify({ ...config, compilerOptions, exclude: [] }));
  const { stdout, stderr } = await ended(folder, [compiler, '-p', name, '--pretty', 'false']);
  const blocks = stdout.split(/\r?\n(?=\S)/);
  const general = blocks.find((block) => /^error TS\d+:/.test(block)) ?? stderr.trim();
  if (general) throw new Error(`tsc could not compile the consumer programs: ${general}`);
  return blocks.flatMap(readDiagnostic);
}

function readDiagnostic(block: string): Diagnostic[] {
  const found = /^(.+)\((\d+),\d+\): error (TS\d+): (.*)$/s.exec(block);
  if (!found) return [];
  const [, file = '', line, code = '', reasons = ''] = found;
  const message = reasons.trim().split('\n').at(-1)!.trim();
  return [{ file: file.replaceAll('\\', '/'), line: Number(line), code, message }];
}

/** What a program has written. That it ended badly says nothing as long as it says why. */
function ended(cwd: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 2 ** 30 }, (error, stdout, stderr) =>
      resolve({ stdout, stderr: stderr || (error && !stdout ? error.message : '') }),
    );
  });
}
