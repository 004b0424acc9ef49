/** The types of the packages, as they are published, in the compilers that their users have. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkTypes, compilers, complaintsByFile } from './compilers.ts';
import { makeProject } from './project.ts';
import { wrongPrograms } from './wrong-programs.ts';

const configs = ['nodenext', 'bundler', 'node'] as const;

describe.each(compilers)('TypeScript %s', (compiler) => {
  test.each(configs)(
    'compiles programs that are right, with the configuration %s',
    async (config) => {
      const project = makeProject('withClient', 'types');
      const ended = await checkTypes(compiler, project, `tsconfig.${config}.json`);
      expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
    },
  );

  describe.each(configs)('with the configuration %s', (config) => {
    let complaints: ReadonlyMap<string, readonly string[]>;
    beforeAll(async () => {
      const project = makeProject('withClient', 'types');
      writePrograms(join(project, 'src'));
      const { stdout } = await checkTypes(compiler, project, `tsconfig.${config}.json`);
      complaints = complaintsByFile(stdout);
    });

    test.each(wrongPrograms.map((program, index) => ({ ...program, index })))(
      'refuses $name',
      ({ index, complaint }) => {
        expect(complaints.get(`src/wrong-${index}.ts`)).toEqual([
          expect.stringContaining(complaint),
        ]);
      },
    );

    test('refuses nothing besides', () => {
      const wrong = wrongPrograms.map((_, index) => `src/wrong-${index}.ts`);
      expect([...complaints.keys()].toSorted()).toEqual(wrong.toSorted());
    });
  });
});

/** Writes each program twice: with its mistake, and without. */
function writePrograms(folder: string): void {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  for (const [index, { code, wrong, right }] of wrongPrograms.entries()) {
    writeFileSync(join(folder, `wrong-${index}.ts`), `${code(wrong)}\nexport {};\n`);
    writeFileSync(join(folder, `right-${index}.ts`), `${code(right)}\nexport {};\n`);
  }
}
