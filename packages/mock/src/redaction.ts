/** Removes secrets from exchanges that are kept. */
import type { HarExchange } from '@agent-conversation/cli/har';
import {
  childrenOf,
  createRedactor,
  credentialHeaders,
  endOfString,
  isList,
  isObject,
  jsonOf,
  minSecretLength,
  readJson,
  redacted,
  redactQuery,
  redactUrl,
} from '@agent-conversation/contract';
import {
  keyHeader,
  propertyNames,
  secretNames,
  secretQueryNames,
} from './contract.ts';
import type {
  ForwardedExchange,
  ForwardedMessage,
  HeaderPair,
} from './types.ts';

/** What stands for a body that is not JSON: it can have secrets anywhere. */
export const notJson = '[not JSON]';

/** What stands for a body that is nested so deep that nothing can read it. */
const tooDeep = '[nested too deep]';

type Redact = (text: string) => string;

/** What names of headers and properties say of a secret. `tokens` are counts, and a `tokenizer` is none. */
const secretWord =
  /passw|passphrase|secret|token(?!s\b|iz)|tkn|(api|access|private)[-_]?key|jwt|[cx]srf|(^|[-_])auth$/i;

/** Whether a query parameter can be a secret, also one whose name is percent-encoded twice. */
export function isSecretParameter(name: string): boolean {
  return /key|token|tkn|secret|passw|auth|%/i.test(name);
}

/** Whether a text is secret by the name of its property. The contract says of its own which are. */
function isSecretProperty(name: string): boolean {
  return (
    secretNames.has(name) || (secretWord.test(name) && !propertyNames.has(name))
  );
}

/** Whether a header contains secrets. */
export type IsSecretHeader = (name: string) => boolean;

/** Returns which headers contain secrets. @param keyHeaders further headers with API keys */
export function secretHeadersOf(
  keyHeaders: readonly string[] = [],
): IsSecretHeader {
  const names = [keyHeader, ...keyHeaders, ...credentialHeaders];
  const known = new Set(names.map((name) => name.toLowerCase()));
  return (name) => known.has(name.toLowerCase()) || secretWord.test(name);
}

/** Returns headers as pairs. Node has a list for `Set-Cookie`, which a client can send, too. */
export function headerPairsOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): HeaderPair[] {
  return Object.entries(headers).flatMap(([name, value = '']) => {
    const values = [value].flat();
    return values.map((single): HeaderPair => [name, single]);
  });
}

/** Returns the credentials in headers, which other parts of an exchange can repeat, and those in their URLs. */
export function credentialsIn(
  headers: readonly HeaderPair[],
  isSecretHeader: IsSecretHeader,
): string[] {
  const secrets = headers.flatMap(([name, value]) => {
    if (!isSecretHeader(name)) return parametersIn(value);
    // Behind the cookie are its attributes (RFC 6265, section 4.1.1).
    const isCookie = name.toLowerCase() === 'set-cookie';
    const credentials = isCookie ? value.replace(/;.*/s, '') : value;
    return [value, ...partsOf(credentials)];
  });
  const credentials = secrets.filter(({ length }) => length >= minSecretLength);
  // The names of headers are in lower case.
  return [
    ...credentials,
    ...credentials.map((credential) => credential.toLowerCase()),
  ];
}

/** Returns the credentials in the value of a header: without their scheme (RFC 9110, section 11.4) and names. */
function partsOf(value: string): string[] {
  const credentials = value.replace(/^[\w-]+ +/, '');
  const parts = credentials.split(/[\s;,]+/).flatMap((part) => {
    const unnamed = part.replace(/^[^=]+=(?=[^=])/, '').replaceAll('"', '');
    return [unnamed, decoded(unnamed)];
  });
  const basic = /^basic +(\S+)/i.exec(value)?.[1];
  const userAndPassword = basic === undefined ? [] : basicPartsOf(basic);
  return [credentials, ...parts, ...userAndPassword];
}

/** Returns a percent-encoded text as it is meant. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the user and the password in Basic credentials (RFC 7617, section 2). */
function basicPartsOf(credentials: string): string[] {
  try {
    const bytes = Uint8Array.from(atob(credentials), (character) =>
      character.charCodeAt(0),
    );
    const text = new TextDecoder().decode(bytes);
    const colon = text.indexOf(':');
    return [text, text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)];
  } catch {
    return [];
  }
}

/** Returns the values of secret parameters in the query and the fragment of a URL. */
function parametersIn(url: string): string[] {
  const [, ...parts] = url.split(/[?#]/);
  const parameters = parts.flatMap((part) => [...new URLSearchParams(part)]);
  const secret = parameters.filter(([name]) => isSecretParameter(name));
  return secret.map(([, value]) => value);
}

/** Returns a URL without the values of secret parameters. */
function withoutParameters(url: string): string {
  return url.replaceAll(/[?#][^?#]*/g, (part) =>
    redactQuery(part, isSecretParameter),
  );
}

/** Returns headers without secrets. */
function redactHeaders(
  headers: readonly HeaderPair[],
  isSecretHeader: IsSecretHeader,
  redact: Redact,
): HeaderPair[] {
  return headers.map(([name, value]) => {
    const cleanName = redact(name) === name ? name : redacted;
    if (isSecretHeader(name)) return [cleanName, redacted];
    return [cleanName, redact(withoutParameters(value))];
  });
}

/** Returns a URL without secrets, which is still a URL. */
export function redactTarget(url: string, redact: Redact): string {
  const [, origin = '', path = '', query = ''] =
    /^(\w+:\/\/[^/?#]*)([^?#]*)(.*)$/s.exec(url) ?? [];
  const hasSecret = (text: string) => redact(text) !== text;
  const cleanOrigin = hasSecret(origin) ? 'http://redacted' : origin;
  const cleanQuery = inParts(withoutParameters(query), redact);
  const clean = cleanOrigin + inParts(path, redact) + cleanQuery;
  // A secret can have delimiters, and is then in several parts.
  return hasSecret(clean) ? `${cleanOrigin}/${redacted}` : clean;
}

function inParts(text: string, redact: Redact): string {
  return text.replaceAll(/[^/?&=#]+/g, redact);
}

/**
 * Returns a body without secrets. The types of values stay, so that it still follows the contract.
 *
 * @param redact replaces secrets in a text, whatever its name is
 */
export function redactBody(text: string, redact: Redact = String): string {
  const { value, isBroken } = readJson(text);
  if (isBroken) return notJson;
  if (value === undefined) return '';
  try {
    return redactJson(text, value, redact);
  } catch (error) {
    // It exhausted the stack.
    if (error instanceof RangeError) return tooDeep;
    throw error;
  }
}

function redactJson(text: string, value: unknown, redact: Redact): string {
  const clean = JSON.stringify(value, (name, property: unknown) => {
    if (secretNames.has(name)) return placeholderFor(property);
    if (isObject(property)) return withNames(property, redact);
    if (typeof property !== 'string') return property;
    if (isSecretProperty(name)) return redacted;
    return redact(secretQueryNames.has(name) ? redactUrl(property) : property);
  });
  const hasSecrets = clean !== JSON.stringify(value);
  // Of properties with the same name, only the last one was looked at.
  const hasMore = propertiesIn(text) !== propertiesIn(clean);
  // Where there is nothing to hide, the text stays with its numbers and spaces.
  return hasSecrets || hasMore ? clean : text;
}

/** Returns how many properties a JSON text has: each has a colon. */
function propertiesIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') at = endOfString(text, at);
    else if (text[at] === ':') count += 1;
  }
  return count;
}

/** Returns an object in which secrets are replaced in the names of properties. */
function withNames(value: object, redact: Redact): object {
  const entries = Object.entries(value);
  const isClean = entries.every(([name]) => redact(name) === name);
  if (isClean) return value;
  const clean = entries.map(
    ([name, property]) => [redact(name), property] as const,
  );
  return Object.fromEntries(clean);
}

/** Returns a value of the same type that is no secret. */
function placeholderFor(value: unknown): unknown {
  if (typeof value === 'string') return redacted;
  if (typeof value === 'number') return 0;
  if (isList(value)) return [];
  return isObject(value) ? {} : value;
}

/** How many secrets a redactor looks for. A new one is created for each new secret, which takes its time. */
const chunkSize = 100;

/** How many of these there are: for at least the thousand secrets that came last. */
const chunkLimit = 11;

interface Chunk {
  readonly secrets: Set<string>;
  /** Undefined if a secret was added since. */
  redact: Redact | undefined;
}

/**
 * Creates a collection of secrets that are looked for in all texts.
 *
 * @param createRedact creates what replaces some secrets
 */
export function createSecrets(createRedact = createRedactor) {
  const chunks: Chunk[] = [];

  function isKnown(secret: string): boolean {
    return chunks.some(({ secrets }) => secrets.has(secret));
  }

  /** Adds secrets. The oldest ones are dropped where there are too many; short ones are words, and are not added. */
  function add(found: readonly string[]): void {
    for (const secret of found) {
      if (secret.length < minSecretLength || isKnown(secret)) continue;
      let chunk = chunks.at(-1);
      if (!chunk || chunk.secrets.size === chunkSize) {
        chunk = { secrets: new Set(), redact: undefined };
        chunks.push(chunk);
        if (chunks.length > chunkLimit) chunks.shift();
      }
      chunk.secrets.add(secret);
      chunk.redact = undefined;
    }
  }

  /** Replaces all secrets in a text. */
  function redact(text: string): string {
    const results = chunks.map((chunk) => {
      chunk.redact ??= createRedact(chunk.secrets);
      return chunk.redact(text);
    });
    const [clean = text, ...others] = results.filter(
      (result) => result !== text,
    );
    // Secrets of several chunks can overlap.
    return others.length > 0 ? redacted : clean;
  }

  return { add, redact };
}

/**
 * Returns a function that removes secrets from an exchange: by the names of headers, query parameters and properties,
 * and wherever else their values occur, also in later exchanges. The types of values stay, so that the archive follows
 * the contract.
 */
export function createExchangeRedaction(keyHeaders?: readonly string[]) {
  const isSecretHeader = secretHeadersOf(keyHeaders);
  const { add, redact } = createSecrets();

  function collect({ request, response }: ForwardedExchange): void {
    add(parametersIn(request.url));
    for (const { headers, body = '' } of [request, response]) {
      add(credentialsIn(headers, isSecretHeader));
      add(secretsIn(jsonOf(body)));
    }
  }

  function clean<T extends ForwardedMessage>(message: T) {
    const { headers, body } = message;
    return {
      ...message,
      headers: redactHeaders(headers, isSecretHeader, redact),
      body: body === undefined ? notJson : redactBody(body, redact),
    };
  }

  return (exchange: ForwardedExchange): HarExchange => {
    collect(exchange);
    const { request, response } = exchange;
    const url = redactTarget(request.url, redact);
    return {
      ...exchange,
      request: { ...clean(request), url },
      response: clean(response),
    };
  };
}

/** Returns the texts in a JSON value that are secret by their names, and the secret parameters of its URLs. */
function secretsIn(root: unknown): string[] {
  const secrets: string[] = [];
  // Not recursive: a service can respond with JSON that is nested thousands of levels deep.
  const waiting = [{ value: root, isSecret: false }];
  for (const { value, isSecret } of waiting) {
    for (const [step, child] of childrenOf(value)) {
      const name = String(step);
      if (typeof child === 'object') {
        waiting.push({
          value: child,
          isSecret: isSecret || secretNames.has(name),
        });
      }
      if (typeof child !== 'string') continue;
      if (isSecret || isSecretProperty(name)) secrets.push(child);
      else if (secretQueryNames.has(name)) secrets.push(...parametersIn(child));
    }
  }
  return secrets;
}
