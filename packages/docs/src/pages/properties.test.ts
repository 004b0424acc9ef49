import type { Parameter, Schema } from '@agent-conversation/contract';
import type { ElementContent } from 'hast';
import { toString } from 'hast-util-to-string';
import { selectAll } from 'hast-util-select';
import { expect, test } from 'vitest';
import { htmlOf, markdownOf } from '../content.ts';
import type { Context } from './links.ts';
import { parameterList, properties, rules, typeText } from './properties.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const pet = ref('Pet');

// prettier-ignore
test.each<[Schema, string]>([
  [{ anyOf: [pet, { type: 'null' }] }, '[Pet] or null'],
  [{ type: ['array', 'null'], items: pet }, 'array of [Pet], or null'],
  [{ type: 'array', items: { anyOf: [pet, { type: 'null' }] } }, 'array of ([Pet] or null)'],
  [{ type: 'array', items: { type: ['string', 'integer'] } }, 'array of (string or integer)'],
  [{ type: 'array' }, 'array of any values'],
  [{ type: 'object', additionalProperties: pet }, 'object with values of [Pet]'],
  [{ type: 'object', additionalProperties: true }, 'object with any properties'],
  [{ allOf: [pet, ref('Dog')] }, '[Pet] and [Dog]'],
  [{ const: 'a|b`c' }, '`` "a|b`c" ``'],
  [{}, 'any value'],
])('%j has the type %s', (schema, words) => {
  const linked = words.replaceAll(/\[(\w+)\]/g, '[$1](schema:$1)');
  expect(typeText(schema, (kind, name) => `${kind}:${name}`)).toBe(linked);
});

// prettier-ignore
test.each<[Schema, string]>([
  [{ minimum: 1, maximum: 9, multipleOf: 3, exclusiveMinimum: 0, exclusiveMaximum: 10 }, 'minimum `1`; maximum `9`; exclusive minimum `0`; exclusive maximum `10`; multiple of `3`'],
  [{ minLength: 2, maxLength: 4, format: 'uuid' }, 'format `uuid`; min length `2`; max length `4`'],
  [{ deprecated: true, 'x-secret': true }, '**secret**: do not show, log or store it; **deprecated**'],
  [{ 'x-secret': 'query' }, '**secret in the query**: do not show, log or store the query'],
  [{ minItems: 5, maxItems: 6, uniqueItems: true }, 'unique items; min items `5`; max items `6`'],
  [{ minProperties: 1, maxProperties: 8, readOnly: true }, 'read only; min properties `1`; max properties `8`'],
  [{ items: { minLength: 7 }, additionalProperties: { maximum: 2 } }, 'each: min length `7`; each: maximum `2`'],
  [{ anyOf: [{ pattern: '^a$' }, { type: 'null' }], writeOnly: true, default: null }, 'write only; default `null`; pattern `^a$`'],
])('%j has the rules %j', (schema, words) => {
  expect(rules(schema).join('; ')).toBe(words);
});

const schemas: Readonly<Record<string, Schema>> = {
  Pet: {
    required: ['id'],
    properties: {
      id: { type: 'string', minLength: 2, description: 'Its\nid.', 'x-provenance': 'documented' },
      state: { anyOf: [ref('State'), { type: 'null' }], 'x-assumed': { meaning: 'D02' } },
      mother: { ...pet, description: 'Another.', 'x-provenance': 'assumed', 'x-decision': 'D01' },
      homes: { type: 'array', items: ref('Home') },
      names: { type: 'object', additionalProperties: { type: 'string', description: 'A name.' } },
      toys: { type: 'array', items: { oneOf: [ref('Ball'), ref('Bone')] } },
    },
  },
  State: {
    description: 'Its state.\n\n- `on`: It runs.\n- `off`: It | sleeps.',
    enum: ['on', 'off'],
    'x-enumDescriptions': { on: 'It runs.', off: 'It | sleeps.' },
  },
  Home: { properties: { street: { type: 'string' }, pets: { type: 'array', items: pet } } },
  Ball: { properties: { size: { type: 'integer' } } },
  Bone: { properties: { age: { type: 'integer' } } },
};
const context = {
  contract: { components: { schemas } },
  linkTo: (kind, name) => `${kind}:${name}`,
} as Context;
const values = '- `on`: It runs.\n- `off`: It | sleeps.';

test('lists properties in Markdown with what is nested in them', () => {
  expect(markdownOf([properties(context, 'getPet.200', pet)]).replaceAll(/\n\n/g, '\n')).toBe(
    `- \`id\` *string*, **required**, min length \`2\`
  Its
  id.
- \`state\` *[State](schema:State) or null*
  Its state.
  ${values.replaceAll('\n', '\n  ')}
  *Meaning assumed ([D02](decision:D02)).*
- \`mother\` *[Pet](schema:Pet)*
  Another.
  *Assumed ([D01](decision:D01)).*
- \`homes\` *array of [Home](schema:Home)*
  - \`street\` *string*
  - \`pets\` *array of [Pet](schema:Pet)*
- \`names\` *object with values of string*
  - \`property name\` *string*
    A name.
- \`toys\` *array of ([Ball](schema:Ball) or [Bone](schema:Bone))*
  - \`each item\` *[Ball](schema:Ball) or [Bone](schema:Bone)*
    - \`Ball\` *[Ball](schema:Ball)*
      - \`size\` *integer*
    - \`Bone\` *[Bone](schema:Bone)*
      - \`age\` *integer*`,
  );
});

test('lists the same in HTML, with ids and folded nested lists', () => {
  const list = properties(context, 'getPet.200', pet);
  const tree = { type: 'root' as const, children: htmlOf([list]) };
  expect(selectAll('li[id]', tree).map(({ properties: { id } }) => id)).toEqual(
    [
      ['id', 'state', 'mother', 'homes', 'homes.street', 'homes.pets'],
      ['names', 'names.property-name', 'toys', 'toys.item', 'toys.item.Ball'],
      ['toys.item.Ball.size', 'toys.item.Bone', 'toys.item.Bone.age'],
    ].flatMap((names) => names.map((name) => `getPet.200.${name}`)),
  );
  expect(selectAll('li li[id]', tree)).toEqual(selectAll('details.nested > ul > li', tree));
  for (const summary of selectAll('summary', tree)) summary.children = [];
  const words = (nodes: readonly ElementContent[]) => nodes.map(toString).join('').split(/\s+/);
  expect(words(tree.children).join('')).toBe(words(htmlOf([markdownOf([list])])).join(''));
});

test('parameters say how they are sent', () => {
  const schema = { type: 'array', items: ref('State'), maxItems: 3 };
  const sent = { style: 'form', explode: true, example: ['a'], required: true, deprecated: true };
  const ids = { name: 'ids', in: 'query', ...sent, schema, 'x-assumed': { omission: 'D03' } };
  const list = parameterList(context, 'getPet.query', [ids as Parameter]);
  expect(markdownOf([list]).split('\n\n')).toEqual([
    '- `ids` *array of [State](schema:State)*, **required**, max items `3`, **deprecated**, style `form`, sent again for each item, example `["a"]`',
    '  *Behavior without it assumed ([D03](decision:D03)).*',
    values.replaceAll(/^/gm, '  '),
  ]);
});
