/** What came instead of what the contract requires, for messages: without secrets, and shortened. */
import {
  createRedactor,
  isList,
  isObject,
  minSecretLength,
  redacted,
  stepsOf,
  valueAt,
} from '@agent-conversation/contract';
import { credentialsIn, secretNames } from '../contract.ts';
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
    redact ??= redactorOf(secrets, exchange);
    const received = receivedAt(violation, exchange, redact);
    if (received === undefined) return violation;
    return { ...violation, message: `is ${received}, ${message}` };
  };
}

/** The redactor of each set of secrets, and how many of them it knows: a run has one set, which grows. */
const redactors = new WeakMap<
  object,
  { redact: (text: string) => string; size: number }
>();

/** Returns a redactor of secrets and of those of an exchange. */
function redactorOf(
  secrets: Iterable<string>,
  exchange: Exchange,
): (text: string) => string {
  const ofExchange = secretsIn(exchange);
  const isComplete =
    secrets instanceof Set && [...ofExchange].every((it) => secrets.has(it));
  if (!isComplete) return createRedactor([...secrets, ...ofExchange]);
  const known = redactors.get(secrets);
  if (known?.size === secrets.size) return known.redact;
  const redact = createRedactor(secrets as Set<string>);
  redactors.set(secrets, { redact, size: secrets.size });
  return redact;
}

/** Returns the secrets of an exchange: the key, and the values of secret properties. */
export function secretsIn({
  request,
  response,
}: Exchange): ReadonlySet<string> {
  const secrets = new Set(credentialsIn(request.headers));
  for (const { body } of [request, response]) {
    if (canHaveSecrets(body)) collectSecrets(parsedBody(body).value, secrets);
  }
  return secrets;
}

/** Whether a body has the name of a secret property; an escaped character can be one of a name. */
function canHaveSecrets(body = ''): boolean {
  return secretName.test(body) || body.includes(String.raw`\u`);
}

const secretName = new RegExp([...secretNames].join('|'));

function collectSecrets(value: unknown, found: Set<string>): void {
  const parts = [{ value, isSecret: false }];
  for (let next = parts.pop(); next; next = parts.pop()) {
    const { value: part, isSecret } = next;
    if (isSecret && typeof part === 'string' && part.length >= minSecretLength)
      found.add(part);
    if (typeof part !== 'object' || part === null) continue;
    for (const [name, inner] of Object.entries(part)) {
      const isNamed = isObject(part) && secretNames.has(name);
      parts.push({ value: inner, isSecret: isSecret || isNamed });
    }
  }
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

/**
 * Returns the beginning of a value as JSON. The value may be as large and as deep as it likes.
 *
 * @param redact removes secrets from a text; a secret that is cut in two would not be found
 */
function shortJson(value: unknown, redact: (text: string) => string): string {
  let text = '';
  const write = (part: unknown): void => {
    // Each level writes a character, so this also bounds the depth.
    if (text.length > longest) return;
    if (typeof part === 'string')
      text += JSON.stringify(redact(part).slice(0, longest));
    else if (isList(part)) writeList(part);
    else if (isObject(part)) writeObject(part);
    else text += String(part);
  };
  const writeList = (list: readonly unknown[]): void => {
    text += '[';
    for (const [at, item] of list.entries()) {
      if (text.length > longest) return;
      if (at > 0) text += ',';
      write(item);
    }
    text += ']';
  };
  const writeObject = (object: object): void => {
    text += '{';
    for (const [name, property] of Object.entries(object)) {
      if (text.length > longest) return;
      if (!text.endsWith('{')) text += ',';
      write(name);
      text += ':';
      write(secretNames.has(name) && property !== null ? redacted : property);
    }
    text += '}';
  };
  write(value);
  return cut(text);
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
