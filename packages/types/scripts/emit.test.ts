import { expect, test } from 'vitest';
import { docstring, emitAliases } from './emit-aliases.ts';
import { emitEnums, emitEnumsProof } from './emit-enums.ts';
import { emitSchema } from './emit-schema.ts';

const document = {
  openapi: '3.1.1',
  info: { title: 'Pets', version: '1.0.0' },
  paths: {},
  components: {
    schemas: {
      Pet: {
        description: 'A pet.',
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', description: 'What it is called.' },
          kind: { $ref: '#/components/schemas/Kind', default: 'cat' },
          nick: { type: ['string', 'null'] },
          extra: { type: 'object', additionalProperties: true },
        },
      },
      Kind: { description: 'A kind of pet.', type: 'string', enum: ['cat', 'dog'] },
    },
  },
};

test('members are required, optional or null as the schema says; a default changes nothing', async () => {
  const text = (await emitSchema(document)).replaceAll(/^ *\/?\*.*\n/gm, '');
  expect(text).toContain(
    [
      '        Pet: {',
      '            name: string;',
      '            kind?: components["schemas"]["Kind"];',
      '            nick?: string | null;',
      '            extra?: {',
      '                [key: string]: unknown;',
      '            };',
      '        };',
    ].join('\n'),
  );
});

test('descriptions become docstrings', async () => {
  expect(await emitSchema(document)).toContain('/** @description What it is called. */');
});

test('objects get an interface, other schemas a type, each with its description', () => {
  expect(emitAliases(document)).toBe(`import type { components } from './schema.ts';

type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/**
 * A kind of pet.
 */
export type Kind = Schema<'Kind'>;

/**
 * A pet.
 */
export interface Pet extends Schema<'Pet'> {}
`);
});

test('enumerations get a list of values, in the order of the contract', () => {
  expect(emitEnums(document))
    .toBe(`/** The values of \`Kind\` that the contract knows. A service may send others. */
export const kindValues = [
  "cat",
  "dog",
] as const;
`);
});

test('the proof covers every enumeration', () => {
  expect(emitEnumsProof(document)).toContain(
    'Holds<Same<(typeof lists.kindValues)[number], NonNullable<aliases.Kind>>>',
  );
});

test.each([
  ['nothing', undefined, ''],
  ['a line', 'One.', '/**\n * One.\n */\n'],
  ['paragraphs', 'One.\n\nTwo.\n', '/**\n * One.\n *\n * Two.\n */\n'],
  ["a comment's end", 'a */ b', '/**\n * a *\\/ b\n */\n'],
])('a docstring of %s', (_, text, want) => {
  expect(docstring(text)).toBe(want);
});
