import * as fc from 'fast-check';

/** What a call sends, with a mark in each value. */
export interface Sent {
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** No text that the client shows may have one of these in it. */
  readonly marks: readonly string[];
}

/** Texts that none of the client's own has in it, short ones as well. */
const mark = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^Q[0-9A-Z]{7}$/) },
  { weight: 1, arbitrary: fc.constantFrom('~', '^', '~~', 'QZ') },
);
/** What stands around a mark, and is written in another way in JSON, in an address or in HTML. */
const around = fc.string({
  unit: fc.constantFrom('"', '\\', '\n', '<', '&', '%41', '$&', '/', ' ', 'ü', '😀', '\u2028'),
  maxLength: 3,
});
const aroundInHeader = fc.string({
  unit: fc.constantFrom('"', '\\', '<', ' ', '\t', '$&'),
  maxLength: 3,
});

interface Marked<T> {
  readonly value: T;
  readonly marks: readonly string[];
}

const marked = (edge: fc.Arbitrary<string>): fc.Arbitrary<Marked<string>> =>
  fc
    .tuple(edge, mark, edge)
    .map(([before, it, after]) => ({ value: before + it + after, marks: [it] }));
const text = marked(around);
const number = fc
  .integer({ min: 10_000_000, max: 2 ** 53 - 1 })
  .map((value): Marked<number> => ({ value, marks: [String(value)] }));
const list = fc
  .array(fc.oneof(text, number), { minLength: 1, maxLength: 3 })
  .map((items): Marked<unknown[]> => ({
    value: items.map(({ value }) => value),
    marks: items.flatMap(({ marks }) => marks),
  }));
const body = recordOf(
  fc.stringMatching(/^[a-z_]{1,8}$/),
  fc.oneof<fc.Arbitrary<Marked<unknown>>[]>(text, number, list),
);
const headers = recordOf(fc.stringMatching(/^x-[a-z]{1,6}$/), marked(aroundInHeader));

/** What calls may send. */
export const sents: fc.Arbitrary<Sent> = fc
  .tuple(fc.stringMatching(/^[!-~]{0,4}Q[0-9A-Z]{7}[!-~]{0,4}$/), headers, body)
  .map(([apiKey, extra, sent]) => ({
    apiKey,
    headers: extra.value,
    body: sent.value,
    marks: [/Q[0-9A-Z]{7}/.exec(apiKey)![0], ...extra.marks, ...sent.marks],
  }));

function recordOf<T>(
  name: fc.Arbitrary<string>,
  value: fc.Arbitrary<Marked<T>>,
): fc.Arbitrary<Marked<Record<string, T>>> {
  return fc.dictionary(name, value, { maxKeys: 4 }).map((members) => ({
    value: Object.fromEntries(Object.entries(members).map(([key, it]) => [key, it.value])),
    marks: Object.values(members).flatMap(({ marks }) => marks),
  }));
}
