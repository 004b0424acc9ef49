import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fresh-import-')));
afterAll(() => rmSync(folder, { recursive: true }));

test('modules are imported as they are now, with what they share, but below node_modules', () => {
  mkdirSync(join(folder, 'node_modules/shared'), { recursive: true });
  write('package.json', '{ "type": "module" }');
  write('node_modules/shared/package.json', '{ "type": "module", "exports": "./index.js" }');
  write(
    'entry.js',
    `import data from './data.json' with { type: 'json' };
    import { value } from './inner.js';
    import shared from 'shared';
    export const values = async () => [data.value, value, (await import('./late.js')).value, shared];`,
  );
  // Node itself must import it: Vitest has modules of its own.
  write(
    'main.js',
    `import { writeFileSync } from 'node:fs';
    import { createFreshImport } from ${JSON.stringify(new URL('mock-site.ts', import.meta.url))};

    process.chdir(import.meta.dirname);
    const freshImport = createFreshImport(import.meta.dirname);
    const seen = [];
    for (const value of [1, 2]) {
      writeFileSync('data.json', JSON.stringify({ value }));
      writeFileSync('inner.js', \`export const value = \${value};\`);
      writeFileSync('late.js', \`export const value = \${value};\`);
      writeFileSync('node_modules/shared/index.js', \`export default \${value};\`);
      const [{ values }, data] = await freshImport(
        [import.meta.resolve('./entry.js')],
        [import.meta.resolve('./data.json'), { with: { type: 'json' } }],
      );
      const before = await values();
      data.default.value = 'changed';
      seen.push(before, (await values())[0]);
    }
    console.log(JSON.stringify(seen));`,
  );

  const printed = execFileSync(process.execPath, [join(folder, 'main.js')], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual([[1, 1, 1, 1], 'changed', [2, 2, 2, 1], 'changed']);
});

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
}
