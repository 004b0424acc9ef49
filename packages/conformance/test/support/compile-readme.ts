import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

// Other tools, which may run at the same time, pass over the folder of turbo.
const parent = fileURLToPath(new URL('../../.turbo/', import.meta.url));
const tsc = fileURLToPath(new URL('../../../../node_modules/.bin/tsc', import.meta.url));

/**
 * Compiles the blocks of TypeScript in a README.
 *
 * @param surroundings the libraries and types that a user may have
 * @returns how many there are
 * @throws {Error} with what the compiler says
 */
export async function compileReadme(readme: URL, surroundings: object): Promise<number> {
  const text = readFileSync(readme, 'utf8');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'readme-'));
  const compilerOptions = {
    strict: true,
    target: 'es2023',
    module: 'nodenext',
    moduleDetection: 'force',
    resolveJsonModule: true,
    noEmit: true,
    skipLibCheck: true,
    ...surroundings,
  };
  try {
    const files = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => {
      const line = text.slice(0, match.index).split('\n').length;
      const file = `line-${line}.ts`;
      // The lines have the numbers of the README, and so have the mistakes in them.
      writeFileSync(join(folder, file), '\n'.repeat(line) + match[1]!);
      return file;
    });
    const project = join(folder, 'tsconfig.json');
    writeFileSync(project, JSON.stringify({ compilerOptions, files }));
    await promisify(execFile)(tsc, ['-p', project], { cwd: folder, timeout: 50_000 });
    return files.length;
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    throw new Error(`The README does not compile:\n${stdout}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
