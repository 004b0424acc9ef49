/** Finds strings that satisfy conditions. Patterns are decided with automata, where they are regular. */
import { RegExpParser } from '@eslint-community/regexpp';
import { DFA, JS, NFA, Words } from 'refa';
import { type Condition, sizesIn } from './formula.ts';
import { found, none, type Outcome, unknown } from './outcome.ts';

type PatternCondition = Extract<Condition, { readonly kind: 'pattern' }>;

/** A string of each format (JSON Schema 2020-12 Validation, section 7.3). */
const samplesOf: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456+02:00'],
  date: ['2026-01-01'],
  time: ['00:00:00Z'],
  duration: ['P1D'],
  email: ['a@example.com'],
  'idn-email': ['ä@example.com'],
  hostname: ['example.com'],
  'idn-hostname': ['ä.example.com'],
  ipv4: ['127.0.0.1'],
  ipv6: ['::1'],
  uri: ['https://example.com/', 'urn:a:b'],
  'uri-reference': ['/a', 'https://example.com/'],
  'uri-template': ['/a/{b}', '/a'],
  iri: ['https://example.com/ä'],
  'iri-reference': ['/ä'],
  url: ['https://example.com/'],
  uuid: ['00000000-0000-4000-8000-000000000000'],
  'json-pointer': ['/a', ''],
  'relative-json-pointer': ['0'],
  regex: ['a'],
  byte: ['YQ==', ''],
};

const plain = [
  '',
  'a',
  'b',
  '0',
  'A',
  ' ',
  '-',
  'ab',
  'ä',
  'string',
  '0'.repeat(8),
  '\u{1F600}',
];

/** Longer strings than this are not decided with automata. */
const mostStates = 400;

/**
 * Returns a string that satisfies all conditions.
 *
 * @param satisfies whether a string surely does
 */
export function findString(
  conditions: readonly Condition[],
  satisfies: (value: string) => boolean,
): Outcome {
  const { minimum, maximum } = sizesIn(conditions);
  if (minimum > maximum) return none;
  const patterns = conditions.filter(
    (condition) => condition.kind === 'pattern',
  );
  const language =
    patterns.length === 0 ? undefined : languageOf(patterns, minimum, maximum);
  if (language?.isEmpty) return none;
  for (const candidate of candidatesOf(
    conditions,
    language,
    minimum,
    maximum,
  )) {
    if (satisfies(candidate)) return found(candidate);
  }
  const opaque = conditions.find((condition) => condition.kind === 'opaque');
  if (opaque) return unknown(opaque.keyword);
  if (language === undefined && patterns.length > 0) return unknown('pattern');
  // Without patterns, only the empty string is the only one of its length.
  return maximum === 0 || isSmall(language) ? none : unknown('enum');
}

/** Whether a keyword must have, and must not have, the same value. */
export function isContradictory(conditions: readonly Condition[]): boolean {
  const patternsThat = (holds: boolean) =>
    conditions.flatMap((each) =>
      each.kind === 'pattern' && each.holds === holds ? each.pattern : [],
    );
  const matched = new Set(patternsThat(true));
  if (patternsThat(false).some((pattern) => matched.has(pattern))) return true;
  return conditions.some(
    (excluded) =>
      excluded.kind === 'opaque' &&
      !excluded.holds &&
      conditions.some(
        (required) =>
          required.kind === 'opaque' &&
          required.holds &&
          required.keyword === excluded.keyword &&
          isWithin(required.value, excluded.value),
      ),
  );
}

/** Formats that contain another one. */
const wider: Readonly<Record<string, readonly string[]>> = {
  uri: ['uri-reference', 'iri', 'iri-reference'],
  url: ['uri', 'uri-reference', 'iri', 'iri-reference'],
  'uri-reference': ['iri-reference'],
  iri: ['iri-reference'],
  email: ['idn-email'],
  hostname: ['idn-hostname'],
};

const isWithin = (narrow: string, wide: string): boolean =>
  narrow === wide || (wider[narrow] ?? []).includes(wide);

// ----- Languages

const maxCharacter = 0x10ffff;

/** The strings that match, and do not match, patterns; undefined if one is not regular, or too large. */
function languageOf(
  patterns: readonly PatternCondition[],
  minimum: number,
  maximum: number,
): NFA | undefined {
  const most = maximum > mostStates ? undefined : maximum;
  try {
    let language = automatonOf(
      `^[^]{${Math.min(minimum, mostStates)},${most ?? ''}}$`,
    );
    for (const { pattern, holds } of patterns) {
      const automaton = automatonOf(pattern);
      language = holds
        ? NFA.fromIntersection(language, automaton)
        : NFA.fromIntersection(language, complementOf(automaton));
    }
    const isExact =
      minimum <= mostStates && (maximum === Infinity || most !== undefined);
    return isExact || language.isEmpty ? language : undefined;
  } catch {
    return undefined;
  }
}

function complementOf(automaton: NFA): DFA {
  const complement = DFA.fromFA(automaton);
  complement.complement();
  return complement;
}

/** @throws {Error} if the pattern is not regular, such as with a lookahead */
function automatonOf(pattern: string): NFA {
  const options = { assertions: 'throw', backreferences: 'throw' } as const;
  const literal = { source: anchoredSource(pattern), flags: 'u' };
  return NFA.fromRegex(
    JS.Parser.fromLiteral(literal).parse(options).expression,
    { maxCharacter },
  );
}

/** A pattern matches anywhere in a string (JSON Schema 2020-12 Core, section 6.4); an automaton the whole string. */
function anchoredSource(pattern: string): string {
  const unicode = { unicode: true };
  const { alternatives } = new RegExpParser().parsePattern(
    pattern,
    undefined,
    undefined,
    unicode,
  );
  const sources = alternatives.map(({ elements }) => {
    const [first, last] = [elements[0], elements.at(-1)];
    const isStart = first?.type === 'Assertion' && first.kind === 'start';
    const isEnd = last?.type === 'Assertion' && last.kind === 'end';
    const inner = elements
      .slice(isStart ? 1 : 0, isEnd ? -1 : undefined)
      .map(({ raw }) => raw);
    return `${isStart ? '' : '[^]*'}${inner.join('')}${isEnd ? '' : '[^]*'}`;
  });
  return sources.join('|');
}

const mostWords = 200;

function* wordsOf(language: NFA): Generator<string> {
  // Strings that can be read come first.
  const readable = NFA.fromIntersection(language, automatonOf('^[ -~]*$'));
  for (const automaton of [readable, language]) {
    let count = 0;
    for (const word of automaton.words()) {
      yield Words.fromUnicodeToString(word);
      count += 1;
      if (count === mostWords) break;
    }
  }
}

/** Whether all words of a language were candidates. */
function isSmall(language: NFA | undefined): boolean {
  if (language === undefined || !language.isFinite) return false;
  let count = 0;
  for (const _ of language.words()) {
    count += 1;
    if (count >= mostWords) return false;
  }
  return true;
}

// ----- Candidates

function* candidatesOf(
  conditions: readonly Condition[],
  language: NFA | undefined,
  minimum: number,
  maximum: number,
): Generator<string> {
  for (const condition of conditions) {
    if (condition.kind === 'opaque' && condition.holds)
      yield* samplesOf[condition.value] ?? [];
  }
  if (language) yield* wordsOf(language);
  yield* plain;
  for (const samples of Object.values(samplesOf)) yield* samples;
  if (maximum <= 100_000) {
    for (const text of ['a', '0', 'ä']) yield text.repeat(maximum);
  }
  if (minimum > 0 && minimum <= 100_000) {
    for (const text of ['a', '0', 'ä', ' ']) yield text.repeat(minimum);
    for (let at = 0; at < mostWords; at += 1)
      yield String(at).padStart(minimum, 'a');
  }
  for (let at = 0; at < mostWords; at += 1) yield `a${at}`;
}

/** Whether a text is a regular expression (JSON Schema 2020-12 Core, section 6.4). */
export function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
