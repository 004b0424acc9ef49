import * as fc from 'fast-check';

/** Names that every object inherits; a program that looks them up carelessly finds something. */
export const inheritedNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];

// The first is what shrinking ends at.
const awkwardTexts = [
  '',
  'a',
  ' ',
  '0',
  '-1',
  'null',
  'true',
  '[]',
  '{}',
  'a b',
  'a+b&c=d',
  'a/b',
  '../..',
  '%',
  '%2F',
  '?#;',
  '"',
  "'",
  '\\',
  '<b>',
  '\u0000',
  '\u007f',
  '\r\n',
  '\t',
  '\u2028',
  '\ufeff',
  '\uffff',
  '\u00e9',
  'e\u0301',
  '\u0130\u0131',
  '\u0645\u0631\u062d\u0628\u0627',
  '\u{1f469}\u200d\u{1f680}',
  '\u{10ffff}',
  ...inheritedNames,
];

/** Any text that UTF-8 can carry: empty, awkward, random, long. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...awkwardTexts) },
  { weight: 20, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 6 }) },
  { weight: 15, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom('long '.repeat(50), '\u{1f680}'.repeat(500)) },
);

/** Nested deeper than anybody would write by hand. */
const deep: unknown = Array.from({ length: 80 }).reduce<unknown>(
  (inner, _, level) => (level % 2 ? [inner] : { inner }),
  null,
);

/** Any JSON value, most of them small. */
export const json: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, 5e-324, '', [], {}),
  },
  { weight: 10, arbitrary: text },
  { weight: 5, arbitrary: fc.array(fc.oneof(text, fc.boolean()), { maxLength: 3 }) },
  { weight: 5, arbitrary: fc.tuple(text, text).map(([name, value]) => ({ [name]: [value] })) },
  { weight: 1, arbitrary: fc.constant(deep) },
);
