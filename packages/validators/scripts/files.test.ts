import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import type { Check } from '../src/check.ts';
import { emitCheck } from './emit-check.ts';
import { generatedFiles } from './files.ts';
import type { Schema } from './schema.ts';

test('the build has written what is generated from the contract', () => {
  for (const [name, text] of Object.entries(generatedFiles(document))) {
    const built = readFileSync(new URL(`../generated/${name}`, import.meta.url), 'utf8');
    expect(built.slice(built.indexOf('\n\n') + 2)).toBe(text);
  }
});

/** The check of a schema, bundled as the build does it. */
async function checkOf(schema: Schema): Promise<{ check: Check; text: string }> {
  const name = fileURLToPath(new URL('../generated/checks/test.js', import.meta.url));
  const text = emitCheck(schema, '#');
  const bundle = await rolldown({
    input: name,
    platform: 'neutral',
    plugins: [
      {
        name: 'check',
        resolveId: (id) => (id === name ? id : undefined),
        load: (id) => (id === name ? text : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm' });
  const code = output[0].code;
  const { check } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    check: Check;
  };
  return { check, text: code };
}

const open = { closed: false };

test.each<[string, Schema, unknown, unknown]>([
  ['a length, in characters', { type: 'string', maxLength: 1 }, '💛', '💛💛'],
  ['a pattern', { type: 'string', pattern: '^\\p{L}+$' }, 'é', '1'],
  ['a format that is an expression', { type: 'string', format: 'ipv4' }, '127.0.0.1', '127.0.0'],
  ['a format that is a function', { type: 'string', format: 'date' }, '2024-02-29', '2023-02-29'],
  ['a format of numbers', { type: 'integer', format: 'int32' }, 1, 2 ** 31],
])('%s is checked by what Ajv has for it, without require', async (_, schema, good, bad) => {
  const { check, text } = await checkOf(schema);
  expect([check.call(open, good), check.call(open, bad)]).toEqual([true, false]);
  expect(text).not.toMatch(/\brequire\(/);
});

test('a date-time does not bring the other formats along', async () => {
  const { check, text } = await checkOf({ type: 'string', format: 'date-time' });
  expect(check.call(open, '2026-11-02T09:14:07Z')).toBe(true);
  expect(check.call(open, '2026-11-02')).toBe(false);
  expect(text).not.toContain('hostname');
  expect(text.length).toBeLessThan(3000);
});
