import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Document, readContract } from '../model/contract.ts';
import { DiffInputError } from '../model/diff-input-error.ts';
import { isList, isRecord, type Json } from '../model/json.ts';
import { below, valueAt } from '../model/pointer.ts';
import { base } from '../rules/cases/base.ts';
import { changesOf, documentsOf } from '../rules/cases/tell.ts';
import { compareContracts, ownChanges } from './compare-contracts.ts';

const read = (file: string): Document => ({
  file,
  text: readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'),
});
const bundle = read('openapi/dist/openapi.yaml');
const json = (document: Json, file: string): Document => ({ file, text: JSON.stringify(document) });

test('the bundle is the same in both forms, and nothing differs', async () => {
  expect(await compareContracts(bundle, read('openapi/dist/openapi.json'))).toEqual([]);
});

test('a change of the bundle has its place in the sources; what is gone, in the released bundle', async () => {
  const released = { ...bundle, file: 'openapi/released/openapi.yaml' };
  const current = structuredClone(readContract(bundle).root) as unknown as {
    readonly paths: Record<string, Record<string, { readonly responses: Record<string, Json> }>>;
    readonly components: { readonly schemas: Record<string, { description: string }> };
  };
  const [[name, schema] = ['', { description: '' }]] = Object.entries(current.components.schemas);
  const [item = {}] = Object.values(current.paths);
  const { responses } = Object.values(item)[0]!;
  const status = Object.keys(responses).at(-1)!;
  schema.description = 'Said in other words.';
  delete responses[status];
  const changes = await compareContracts(released, json(current, bundle.file));
  expect(changes.map(({ rule, place }) => [rule, place.file, lineAt(place)])).toEqual([
    ['response-removed', released.file, expect.stringContaining(status)],
    [
      'text-changed',
      `openapi/components/schemas/${name}.yaml`,
      expect.stringMatching(/^description:/),
    ],
  ]);

  function lineAt({ file, line }: { readonly file: string; readonly line: number }) {
    const { text } = file === released.file ? released : read(file);
    return text.split('\n')[line - 1]?.trim() ?? '';
  }
});

test('what breaks comes first, and all in one order', () => {
  const changes = changesOf({
    edit: {
      '/info/title': 'Stuff',
      '/components/schemas/Sent/properties/new': {},
      '/paths/~1api~1old': undefined,
      '/components/schemas/Answered/properties/note': undefined,
    },
  });
  expect(changes.map(({ effect, pointer }) => `${effect} ${pointer}`)).toEqual([
    'breaking /components/schemas/Answered/properties/note',
    'breaking /paths/~1api~1old/get',
    'compatible /components/schemas/Sent/properties/new',
    'editorial /info/title',
  ]);
});

test.each([
  {
    name: 'a legacy operation, and what V1 has in its place',
    edit: { '/paths/~1api~1old': undefined },
    want: {
      operations: ['oldThing'],
      generation: 'v0',
      provenance: 'documented',
      needsApproval: true,
    },
  },
  {
    name: 'a shared schema reaches all that use it',
    edit: { '/components/schemas/Both/properties/name/maxLength': 5 },
    want: {
      operations: ['oldThing', 'startThing'],
      generation: 'both',
      provenance: 'documented',
      needsApproval: true,
    },
  },
  {
    name: 'what is only assumed needs no approval',
    edit: { '/components/responses/NotFound/content': {} },
    want: {
      operations: ['startThing'],
      generation: 'v1',
      provenance: 'assumed',
      needsApproval: false,
    },
  },
  {
    name: 'a member has the provenance of its own',
    given: { '/components/schemas/Sent/properties/text/x-provenance': 'assumed' },
    edit: { '/components/schemas/Sent/properties/text': undefined },
    want: { provenance: 'assumed', needsApproval: false },
  },
  {
    name: 'a new demand on what is documented needs an approval, although it is assumed',
    edit: {
      '/components/schemas/Sent/properties/new': { 'x-provenance': 'assumed' },
      '/components/schemas/Sent/required': ['new'],
    },
    want: { provenance: 'assumed', needsApproval: true },
  },
  {
    name: 'who uses it only now does not break',
    given: { '/components/schemas/Fresh': { type: 'object' } },
    edit: {
      '/components/schemas/Fresh/maxProperties': 5,
      '/paths/~1api~1new': {
        get: {
          operationId: 'getNew',
          responses: { '200': { $ref: '#/components/responses/NotFound' } },
        },
      },
    },
    at: '/components/schemas/Fresh',
    want: { operations: [] },
  },
  {
    name: 'an addition to the legacy generation is told as one',
    edit: { '/paths/~1api~1old/get/responses/404': { description: 'None.' } },
    want: { message: expect.stringContaining('legacy generation'), effect: 'compatible' },
  },
])('$name', ({ want, at, ...given }) => {
  const changes = changesOf(given).filter(({ pointer }) => at === undefined || pointer === at);
  expect(changes).toMatchObject([want]);
});

test('the fingerprint stays when something else changes, and follows what it tells of', () => {
  const change = { '/components/schemas/State/enum': ['ON'] };
  const printOf = (given: Parameters<typeof changesOf>[0]) =>
    changesOf(given).find(({ rule }) => rule === 'enum-value-removed')?.fingerprint;
  const first = printOf({ edit: change });
  expect(first).toMatch(/^[0-9a-f]{16}$/);
  expect(printOf({ edit: { ...change, '/info/title': 'Stuff' } })).toBe(first);
  const reordered = { '/components/schemas/State/enum': ['OFF', 'ON'] };
  expect(printOf({ given: reordered, edit: change })).toBe(first);
  expect(printOf({ edit: { '/components/schemas/State/enum': ['OFF'] } })).not.toBe(first);
});

test('what differs in one word has another fingerprint', () => {
  const parameter = { name: 'new', in: 'query', required: true, 'x-provenance': 'documented' };
  const others = [{ in: 'header' }, { name: 'other' }, { 'x-provenance': 'assumed' }];
  const prints = [parameter, ...others.map((other) => ({ ...parameter, ...other }))].flatMap(
    (value) => changesOf({ edit: { '/paths/~1api~1old/get/parameters': [value] } }),
  );
  expect(new Set(prints.map(({ fingerprint }) => fingerprint)).size).toBe(4);
});

/** Where what is there repeats what is told elsewhere, or is none of the contract's facts. */
const untold = /^\/info\/version$/;
const pointers = pointersIn(base, '').filter((pointer) => !untold.test(pointer));

test('no edit goes untold, and none is told twice', () => {
  const edits = fc.record({
    pointer: fc.constantFrom(...pointers),
    value: fc.constantFrom<Json | undefined>(undefined, 'other', 7, true, null, [], {}, ['other']),
  });
  fc.assert(
    fc.property(edits, ({ pointer, value }) => {
      const given = { edit: { [pointer]: value } };
      const [released, current] = documentsOf(given);
      fc.pre(JSON.stringify(released) !== JSON.stringify(current));
      const changes = changesSeen(json(released, 'a.json'), json(current, 'b.json'));
      if (changes === undefined) return;
      expect(changes).not.toEqual([]);
      const prints = changes.map(({ fingerprint }) => fingerprint);
      expect(prints).toEqual([...new Set(prints)]);
    }),
    { numRuns: Number(process.env['FC_RUNS'] ?? 300), seed: 7 },
  );
});

/** Undefined if it is no contract any more, which is refused. */
function changesSeen(released: Document, current: Document) {
  try {
    return ownChanges(released, current);
  } catch (error) {
    if (error instanceof DiffInputError) return undefined;
    throw error;
  }
}

function pointersIn(value: Json, pointer: string): readonly string[] {
  if (!isRecord(value) && !isList(value)) return [];
  return Object.keys(value).flatMap((name) => {
    const place = below(pointer, name);
    return [place, ...pointersIn(valueAt(value, below('', name)) ?? null, place)];
  });
}
