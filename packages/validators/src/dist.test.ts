import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { operations } from '@agent-conversation/validators';
import { rolldown } from 'rolldown';
import { describe, expect, test } from 'vitest';

const dist = new URL('../dist/', import.meta.url);
const texts = globSync('**/*.js', { cwd: fileURLToPath(dist) })
  .toSorted()
  .map((name) => ({ name, text: readFileSync(new URL(name, dist), 'utf8') }));

test('every operation of the contract is exported, with its method, path and statuses', () => {
  const want = Object.entries(document.paths).flatMap(([path, pathItem]) =>
    Object.entries(pathItem).map(([method, { operationId, responses }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(responses).map(Number).toSorted(),
    })),
  );
  expect(Object.values(operations)).toMatchObject(want);
});

test('every operation is exported by its name as well', async () => {
  const { operations: all, ...single } = await import('@agent-conversation/validators');
  expect(single).toEqual(all);
});

describe.each(texts)('$name', ({ text }) => {
  test('makes no code while it runs', () => {
    expect(text).not.toMatch(/\beval\b|\bnew Function\b|\bFunction\(/);
  });
  test('needs nothing but its own neighbours', () => {
    expect(text).not.toMatch(/\brequire\(|\bimport\(|\bprocess\b|\bBuffer\b/);
    const sources = [...text.matchAll(/\bfrom\s*["']([^"']*)["']/g)].map(([, source]) => source);
    expect(sources.filter((source) => !source?.startsWith('.'))).toEqual([]);
  });
});

/** What a program that uses some of the exports is bundled to. */
async function bundled(...names: readonly string[]): Promise<string> {
  const program = fileURLToPath(new URL('program.js', import.meta.url));
  const bundle = await rolldown({
    input: program,
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === program ? id : undefined),
        load: (id) =>
          id === program
            ? `import { ${names.join(', ')} } from '@agent-conversation/validators';
               console.log(${names.join(', ')});`
            : undefined,
      },
    ],
  });
  const { output } = await bundle.generate({ minify: true });
  return output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
}

test('a bundle takes along no operation but those that are used', async () => {
  const one = await bundled('pauseSandbox');
  const all = await bundled('operations');
  const strange = ['exposed_urls', 'llm_api_key_set', 'accumulated_cost', 'initial_message', 'loc'];
  expect(strange.filter((name) => !all.includes(`.${name}`))).toEqual([]);
  expect(strange.filter((name) => one.includes(`.${name}`))).toEqual([]);
  expect(one).not.toContain('startSandbox');
  expect(one.length * 10).toBeLessThan(all.length);
});
