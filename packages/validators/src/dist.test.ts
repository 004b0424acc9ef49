import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contractOperations } from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

const dist = new URL('../dist/', import.meta.url);
const { operations, ...single } =
  await import('@agent-conversation/validators');

test('every operation of the contract is exported, with its method, path and statuses', () => {
  const want = contractOperations(document).map((it) => ({
    id: it.operationId,
    method: it.method.toUpperCase(),
    path: it.path,
    statuses: Object.keys(it.responses).map(Number),
  }));
  expect(Object.values(operations)).toMatchObject(want);
  expect(single).toEqual(operations);
});

test.each(globSync('**/*.js', { cwd: fileURLToPath(dist) }))(
  '%s makes no code while it runs, and needs nothing but its own neighbours',
  (name) => {
    const text = readFileSync(new URL(name, dist), 'utf8');
    expect(text).not.toMatch(/\beval\b|\bnew Function\b|\bFunction\(/);
    expect(text).not.toMatch(/\brequire\(|\bimport\(|\bprocess\b|\bBuffer\b/);
    expect(text).not.toMatch(/\bfrom\s*["'][^."']/);
  },
);

/** What a program that uses an export is bundled to. */
async function bundled(
  name: string,
  from = '@agent-conversation/validators',
): Promise<string> {
  const program = fileURLToPath(new URL('program.js', import.meta.url));
  const bundle = await rolldown({
    input: program,
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === program ? id : undefined),
        load: (id) =>
          id === program ? `export { ${name} } from '${from}';` : undefined,
      },
    ],
  });
  return (await bundle.generate({ minify: true })).output[0].code;
}

test('a bundle takes along no operation but those that are used', async () => {
  const one = await bundled('pauseSandbox');
  const all = await bundled('operations');
  const strange = [
    'exposed_urls',
    'llm_api_key_set',
    'accumulated_cost',
    'initial_message',
    'loc',
  ];
  expect(strange.filter((name) => !all.includes(`.${name}`))).toEqual([]);
  expect(strange.filter((name) => one.includes(`.${name}`))).toEqual([]);
  expect(one).not.toContain('startSandbox');
  expect(one.length * 10).toBeLessThan(all.length);
});

test('a bundle takes along no schema but those that are used', async () => {
  const entry = '@agent-conversation/validators/schemas';
  const small = await bundled('SandboxStatus', entry);
  const large = await bundled('Sandbox', entry);
  expect(large).toContain('.exposed_urls');
  expect(small).not.toContain('.exposed_urls');
  // What both share is the runtime.
  expect(small.length).toBeLessThan(5000);
});
