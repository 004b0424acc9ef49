/** What came instead of what the contract requires, for messages: without secrets, and shortened. */
import {
  createRedactor,
  isList,
  isObject,
  jsonOf,
  minSecretLength,
  redacted,
  stepsOf,
  textOf,
  valueAt,
} from '@agent-conversation/contract';
import { credentialsIn, secretHeaders, secretNames } from '../contract.ts';
import type { Exchange } from './exchange.ts';
import { parsedBody } from './parsed-body.ts';
import type { RuleViolation } from './violations.ts';

/** How many characters of a value a message has. */
const longest = 80;

/** Violations that never have a value: those of secrets, and those that are about something else than one value. */
const withoutValue: readonly string[] = [
  'secret',
  'secret-name',
  'accepted',
  'server-error',
];

/**
 * Returns a function that adds to the message of a violation what came: `must be at most 100` becomes
 * `is 500, must be at most 100`.
 *
 * @param secrets what no message may have, apart from the secrets of the exchange itself
 * @param showValues whether messages have values at all
 */
export function describerOf(
  exchange: Exchange,
  secrets: Iterable<string> = [],
  showValues = true,
): (violation: RuleViolation) => RuleViolation {
  if (!showValues) return (violation) => violation;
  // Made for the first violation: most exchanges have none.
  let redact: ((text: string) => string) | undefined;
  return (violation) => {
    const { message, keyword } = violation;
    if (!message.startsWith('must ') || withoutValue.includes(keyword))
      return violation;
    redact ??= createRedactor([...secrets, ...secretsIn(exchange)]);
    const received = receivedAt(violation, exchange, redact);
    if (received === undefined) return violation;
    return { ...violation, message: `is ${received}, ${message}` };
  };
}

/**
 * Returns the secrets of an exchange: headers with credentials, and the values of secret properties, as far as they are
 * long enough to be found elsewhere.
 */
export function secretsIn({
  request,
  response,
}: Exchange): ReadonlySet<string> {
  const secrets = credentialsIn(request.headers);
  const texts = [request, response].flatMap(({ headers, body = '' }) => [
    ...[...headers].flatMap(credentialTexts),
    ...(canHaveSecrets(body) ? secretTexts(body) : []),
  ]);
  for (const text of texts) {
    if (text.length >= minSecretLength) secrets.add(text);
  }
  return secrets;
}

/** Returns the texts of a header with credentials that are secret. */
function credentialTexts([name, value]: readonly [string, string]): string[] {
  if (!secretHeaders.includes(name)) return [];
  // Attributes such as `Path` follow the cookie (RFC 6265, section 4.1.1).
  const pairs = value.split(';', name === 'set-cookie' ? 1 : undefined);
  const parts = pairs.flatMap((pair) => [
    pair.slice(pair.indexOf('=') + 1),
    pair.slice(pair.lastIndexOf(' ') + 1),
  ]);
  return [value, ...parts.map((part) => part.trim())];
}

/** Whether a body has the name of a secret property; an escaped character can be one of a name. */
function canHaveSecrets(body: string): boolean {
  return secretName.test(body) || body.includes(String.raw`\u`);
}

const secretName = new RegExp([...secretNames].join('|'));

/** A secret property with its text. */
const secretPair = new RegExp(
  String.raw`"(?:${secretName.source})"\s*:\s*("(?:[^"\\]|\\.)*")`,
  'g',
);

/** Returns the values of secret properties, also of the beginning of a body that broke off. */
function secretTexts(body: string): string[] {
  const { value, isBroken } = parsedBody(body);
  if (isBroken) {
    return Array.from(body.matchAll(secretPair), ([, text = '']) =>
      textOf(jsonOf(text) ?? text.slice(1, -1)),
    );
  }
  const texts: string[] = [];
  const parts = [{ value, isSecret: false }];
  for (let next = parts.pop(); next; next = parts.pop()) {
    const { value: part, isSecret } = next;
    if (!isList(part) && !isObject(part)) {
      if (isSecret) texts.push(textOf(part));
      continue;
    }
    for (const [name, inner] of Object.entries(part)) {
      const isNamed = isObject(part) && secretNames.has(name);
      parts.push({ value: inner, isSecret: isSecret || isNamed });
    }
  }
  return texts;
}

/** Returns what an exchange has at the location of a violation; undefined if that is no single value. */
function receivedAt(
  { side, part, pointer, message }: RuleViolation,
  exchange: Exchange,
  redact: (text: string) => string,
): string | undefined {
  const { headers, body } = exchange[side];
  const [name = ''] = stepsOf(pointer);
  switch (part) {
    case 'status':
      return String(exchange.response.status);
    case 'header':
      return shownHeader(headers.get(name), redact);
    case 'query': {
      const values = new URL(exchange.request.url).searchParams.getAll(name);
      return shortJson(values.length === 1 ? values[0] : values, redact);
    }
    case 'body': {
      // That a list repeats or omits something is said by the message alone.
      if (message.startsWith('must not be ')) return undefined;
      const { value, isBroken } = parsedBody(body);
      if (isBroken) return shortJson(body, redact);
      if (stepsOf(pointer).some((step) => secretNames.has(step)))
        return redacted;
      const received = valueAt(value, pointer);
      return received === undefined ? undefined : shortJson(received, redact);
    }
    default:
      return undefined;
  }
}

function shownHeader(
  value: string | null,
  redact: (text: string) => string,
): string {
  return value === null ? 'missing' : cut(redact(value));
}

/** Returns the beginning of a value as JSON. The value may be as large and as deep as it likes. */
function shortJson(value: unknown, redact: (text: string) => string): string {
  let parts = 0;
  const text = JSON.stringify(value, (_, part: unknown) => {
    parts += 1;
    // Each part is a character or more, so this also bounds the depth.
    if (parts > longest) return null;
    return isList(part)
      ? part.slice(0, longest)
      : withoutSecrets(part, redact, longest);
  });
  return cut(text);
}

/**
 * Returns a part of a JSON value without secrets, for `JSON.stringify`, which calls this again for what is in it.
 *
 * @param most how many properties of an object are wanted
 */
export function withoutSecrets(
  part: unknown,
  redact: (text: string) => string,
  most?: number,
): unknown {
  if (typeof part === 'string') return redact(part);
  if (typeof part === 'number')
    return redact(`${part}`) === `${part}` ? part : redacted;
  if (!isObject(part)) return part;
  const entries = Object.entries(part).slice(0, most);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const isSecret = secretNames.has(name) && value !== null;
      return [redact(name), isSecret ? redacted : value];
    }),
  );
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
