import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readContract } from '../../model/contract.ts';
import { DiffInputError } from '../../model/diff-input-error.ts';
import { lamps } from '../testing/lamps.ts';
import { makePackages } from './packages.ts';
import { inWorkshop } from './workshop.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const file = 'openapi/dist/openapi.json';
const current = readContract({ file, text: readFileSync(join(root, file), 'utf8') });

/** The declarations in a folder, by their names. */
function declarationsIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    globSync('**/*.d.ts', { cwd: folder }).map((name) => [
      name,
      readFileSync(join(folder, name), 'utf8'),
    ]),
  );
}

test('the packages of the current contract have the declarations that are published', async () => {
  await inWorkshop(async (workshop) => {
    await makePackages(workshop, [{ folder: 'current', contract: current }]);
    for (const name of ['types', 'client']) {
      const made = join(workshop.folder, 'current/node_modules/@agent-conversation', name, 'dist');
      const published = declarationsIn(join(root, 'packages', name, 'dist'));
      expect(Object.keys(published).length).toBeGreaterThan(3);
      expect(declarationsIn(made)).toEqual(published);
    }
  });
});

test.each([
  ['5', 'number'],
  ['soon', 'string'],
  ['[]', 'Array'],
])('a schema that is %s is told with its line', async (value, kind) => {
  const lines = [...lamps.text.split('\n'), `    Broken: ${value}`];
  const contract = readContract({ file: 'lamps.yaml', text: lines.join('\n') });
  await inWorkshop(async (workshop) => {
    await expect(makePackages(workshop, [{ folder: 'lamps', contract }])).rejects.toThrow(
      new DiffInputError(
        'lamps.yaml',
        lines.length,
        `/components/schemas/Broken: a schema is expected, received ${kind}`,
      ),
    );
  });
});
