import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One line of a program for the type checker. */
export interface TypeCase {
  /** The name in diagnostics. */
  readonly title: string;
  /** A declaration without its name, on one line: `: Type = value;`. */
  readonly code: string;
  /** Whether the type checker must reject it. */
  readonly isWrong: boolean;
}

/** A folder inside the package, so that `@agent-conversation/types` is found from it. */
const directory = fileURLToPath(new URL('../../generated/', import.meta.url));
const config = {
  extends: '../../../../tsconfig.json',
  compilerOptions: { types: [], skipLibCheck: false },
  include: ['cases.ts'],
  exclude: [],
};
const directive = '// @ts-expect-error';

/**
 * Compiles all cases as one program, as starting the type checker takes longer than its work.
 *
 * @param name of the folder below `generated/` in which the program is written
 * @param header what stands before the cases, on one line
 * @returns what is wrong, with the title of its case: one that does not compile and should, or the other
 * way round
 */
export function diagnosticsOf(name: string, header: string, cases: readonly TypeCase[]): string[] {
  const project = `${directory}${name}/`;
  const titles = [header];
  const lines = [header];
  for (const { title, code, isWrong } of cases) {
    if (isWrong) {
      titles.push(`${title} (compiles)`);
      lines.push(directive);
    }
    titles.push(title);
    lines.push(`export const c${lines.length}${code}`);
  }
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  writeFileSync(`${project}cases.ts`, `${lines.map(inAscii).join('\n')}\n`);
  writeFileSync(`${project}tsconfig.json`, JSON.stringify(config));
  const { status, stdout, error } = spawnSync('tsc', ['-p', project], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  const found = stdout.split('\n').flatMap((line) => {
    const [, number, fault] = /^\S*cases\.ts\((\d+),\d+\): (.*)$/.exec(line) ?? [];
    return fault === undefined ? [] : [`${titles[Number(number) - 1]}: ${fault}`];
  });
  if ((status === 0) !== (found.length === 0)) throw new Error(`tsc failed: ${stdout}`);
  return found;
}

/** Some characters end a line for the type checker. */
function inAscii(code: string): string {
  return code.replaceAll(/[^ -~]/g, (unit) =>
    [...Array(unit.length).keys()]
      .map((at) => `\\u${unit.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
