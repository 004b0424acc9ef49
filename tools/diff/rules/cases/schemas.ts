import type { Case, Edits } from './case.ts';

const sent = '/components/schemas/Sent';
const answered = '/components/schemas/Answered';
const text = `${sent}/properties/text`;
const note = `${answered}/properties/note`;
const name = '/components/schemas/Both/properties/name';

/** The same change of what is sent, of what is answered, and of what is both. */
function everywhere(
  what: string,
  change: (pointer: string) => Edits,
  want: readonly [rule: string, sender: string, receiver: string, both: string],
  given: (pointer: string) => Edits = () => ({}),
): readonly Case[] {
  const [rule, ...effects] = want;
  return [text, note, name].map((pointer, index) => ({
    name: `${what}: ${['sent', 'answered', 'both'][index]}`,
    given: given(pointer),
    edit: change(pointer),
    want: [`${rule} ${effects[index]}`],
  }));
}

const narrower = ['sender', 'compatible', 'sender'] as const;
const wider = ['compatible', 'receiver', 'receiver'] as const;
const other = ['sender', 'receiver', 'sender+receiver'] as const;
const set = (keyword: string, value: Edits[string]) => (pointer: string) => ({
  [`${pointer}/${keyword}`]: value,
});

/** What schemas say of values, in each direction. */
export const schemaCases: readonly Case[] = [
  ...everywhere('null', set('type', ['string', 'null']), ['null-allowed', ...wider]),
  ...everywhere(
    'no null',
    set('type', 'string'),
    ['null-refused', ...narrower],
    set('type', ['string', 'null']),
  ),
  ...everywhere('more types', set('type', ['string', 'integer']), ['type-widened', ...wider]),
  ...everywhere(
    'an integer',
    set('type', 'integer'),
    ['type-narrowed', ...narrower],
    set('type', 'number'),
  ),
  ...everywhere('another type', set('type', 'boolean'), ['type-changed', ...other]),
  ...everywhere('only some values', set('enum', ['a']), ['enum-added', ...narrower]),
  ...everywhere(
    'any value',
    set('enum', undefined),
    ['enum-removed', 'source', 'source', 'source'],
    set('enum', ['a']),
  ),
  ...everywhere(
    'a value more',
    set('enum', ['b', 'a']),
    ['enum-value-added', 'compatible', 'source', 'source'],
    set('enum', ['a']),
  ),
  ...everywhere(
    'a value less',
    set('enum', ['b']),
    ['enum-value-removed', 'sender', 'source', 'sender+source'],
    set('enum', ['a', 'b']),
  ),
  ...everywhere('one value', set('const', 'a'), ['const-added', ...narrower]),
  ...everywhere('another value', set('const', 'b'), ['const-changed', ...other], set('const', 'a')),
  ...everywhere(
    'not one value',
    set('const', undefined),
    ['const-removed', ...wider],
    set('const', 'a'),
  ),
  ...everywhere('a format', set('format', 'uuid'), ['format-added', ...narrower]),
  ...everywhere(
    'another format',
    set('format', 'date'),
    ['format-changed', ...other],
    set('format', 'uuid'),
  ),
  ...everywhere(
    'no format',
    set('format', undefined),
    ['format-removed', ...wider],
    set('format', 'uuid'),
  ),
  ...everywhere('a hint', set('format', 'password'), [
    'format-hint-changed',
    'editorial',
    'editorial',
    'editorial',
  ]),
  ...everywhere('shorter', set('maxLength', 5), ['bound-tightened', ...narrower]),
  ...everywhere('longer', set('maxLength', 9), ['bound-loosened', ...wider], set('maxLength', 5)),
  ...everywhere(
    'another divisor',
    set('multipleOf', 3),
    ['bound-changed', ...other],
    set('multipleOf', 2),
  ),
  ...everywhere('a pattern', set('pattern', '^a'), ['pattern-added', ...narrower]),
  ...everywhere(
    'another pattern',
    set('pattern', '^b'),
    ['pattern-changed', ...other],
    set('pattern', '^a'),
  ),
  ...everywhere(
    'no pattern',
    set('pattern', undefined),
    ['pattern-removed', ...wider],
    set('pattern', '^a'),
  ),
  ...everywhere('a default', set('default', 'a'), [
    'default-added',
    'compatible',
    'compatible',
    'compatible',
  ]),
  ...everywhere(
    'another default',
    set('default', 'b'),
    ['default-changed', ...other],
    set('default', 'a'),
  ),
  ...everywhere(
    'no default',
    set('default', undefined),
    ['default-removed', ...other],
    set('default', 'a'),
  ),
  ...everywhere('only answered', set('readOnly', true), ['became-read-only', ...narrower]),
  ...everywhere('only sent', set('writeOnly', true), ['became-write-only', ...wider]),
  ...everywhere(
    'both ways',
    set('readOnly', false),
    ['no-longer-one-way', 'compatible', 'compatible', 'compatible'],
    set('readOnly', true),
  ),
  ...everywhere('a secret', set('x-secret', true), [
    'secret-added',
    'compatible',
    'compatible',
    'compatible',
  ]),
  ...everywhere(
    'no secret',
    set('x-secret', undefined),
    ['secret-removed', ...other],
    set('x-secret', true),
  ),
  ...everywhere('a part more', set('allOf', [{ minLength: 2 }]), ['constraint-added', ...narrower]),
  ...everywhere(
    'a part less',
    set('allOf', undefined),
    ['constraint-removed', ...wider],
    set('allOf', [{ minLength: 2 }]),
  ),
  ...everywhere('not any variant', set('anyOf', [{ minLength: 2 }]), [
    'constraint-added',
    ...narrower,
  ]),
  ...everywhere('what no rule knows', set('not', { const: 'a' }), [
    'unclassified-change',
    'sender+receiver',
    'sender+receiver',
    'sender+receiver',
  ]),
  ...everywhere('nothing at all', (pointer) => ({ [pointer]: false }), [
    'schema-replaced',
    ...other,
  ]),
  ...everywhere(
    'the same, as a variant',
    (pointer) => ({ [pointer]: { anyOf: [{ type: 'string' }] } }),
    ['schema-restated', 'editorial', 'editorial', 'editorial'],
  ),
  ...everywhere(
    'null, as a variant',
    (pointer) => ({ [pointer]: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
    ['null-allowed', ...wider],
  ),
  ...everywhere(
    'a variant more',
    (pointer) => ({ [pointer]: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }),
    ['variant-added', ...wider],
  ),
  ...everywhere(
    'another reference',
    (pointer) => ({ [pointer]: { $ref: '#/components/schemas/Two' } }),
    ['reference-changed', ...other],
    (pointer) => ({ [pointer]: { $ref: '#/components/schemas/One' } }),
  ),
];
