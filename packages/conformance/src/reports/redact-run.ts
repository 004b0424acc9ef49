/** Removes secrets from a run; reports are made of the result. */
import {
  createRedactor,
  isList,
  isObject,
  jsonOf,
  minSecretLength,
  redacted,
  redactQuery,
  textOf,
} from '@agent-conversation/contract';
import type { Run } from '../checker/run.ts';
import { secretHeaders, secretNames } from '../contract.ts';

/** Options of every report. */
export interface ReportOptions {
  /** What must not be shown, such as the key; the secrets of responses are found without. */
  readonly secrets: readonly string[];
}

/** Replaces a body that is not JSON, in which secrets cannot be located. */
const leftOut = '[left out: not JSON]';

/** The properties of a run whose texts are those of the contract and of this program. */
const ownTexts: ReadonlySet<string> = new Set([
  'check',
  'contract',
  'contractVersion',
  'decision',
  'deviation',
  'deviations',
  'edition',
  'hints',
  'keyword',
  'kind',
  'method',
  'operation',
  'outcome',
  'part',
  'provenance',
  'severity',
  'side',
]);

const names = [...secretNames].join('|');
/** A secret property with its text. */
const secretPair = new RegExp(
  String.raw`"(?:${names})"\s*:\s*("(?:[^"\\]|\\.)*")`,
  'g',
);
/** What follows the name of a secret in a text. */
const beside = new RegExp(
  [
    // User name and password of a URL (RFC 3986, section 3.2.1).
    String.raw`(?<=:\/\/)[^/?#\s]*(?=@)`,
    // `"api_key":` and all that follows, as the end of a value is unknown in what is not JSON.
    String.raw`(?<=["'](?:${names})\\*["']\s*:)[^]+`,
    // `api_key=…`, as in a query.
    String.raw`(?<=\b(?:${names})=)[^&#\s"'<>]+`,
    // `X-Session-API-Key: …`, as in the arguments of curl.
    String.raw`(?=[^"'\s])(?<=\b(?:${secretHeaders.join('|')}):\s*)[^"'\r\n]+`,
  ].join('|'),
  'gi',
);

/**
 * Returns a run without secrets: without the values of headers with credentials and of properties that the contract
 * annotates as secret, and without the same values anywhere else.
 *
 * @param secrets more of them, such as the key
 */
export function redactRun(run: Run, secrets: readonly string[]): Run {
  const known = redactedRuns.get(run);
  if (known && known.secrets.join('\n') === secrets.join('\n'))
    return known.safe;
  const safe = redactAll(run, secrets);
  redactedRuns.set(run, { secrets, safe });
  return safe;
}

/** The runs without their secrets: several reports are made of one. */
const redactedRuns = new WeakMap<
  Run,
  { secrets: readonly string[]; safe: Run }
>();

function redactAll(run: Run, secrets: readonly string[]): Run {
  const allSecrets = new Set([...secrets, ...run.secrets]);
  redactor((text) => text, allSecrets)(run);
  const scrub = createRedactor(allSecrets);
  return redactor(
    (text) => scrub(text).replace(beside, redacted),
    allSecrets,
  )(run) as Run;
}

/**
 * Returns a function that removes and collects what is secret by its name in a part of a run, and changes all other
 * texts.
 *
 * @param secrets gets those that are long enough to be found elsewhere
 */
function redactor(clean: (text: string) => string, secrets: Set<string>) {
  /** The bodies that were read: in most runs, many are the same. */
  const bodies = new Map<string, string>();

  function redact(part: unknown, name = ''): unknown {
    if (ownTexts.has(name)) return part;
    if (part instanceof Headers) return withoutSecrets(part);
    if (Array.isArray(part)) return part.map((it) => redact(it));
    if (typeof part === 'string') {
      if (name === 'body') return bodyOf(part);
      return name === 'url' || name === 'baseUrl' ? urlOf(part) : clean(part);
    }
    if (!isObject(part) || part instanceof Date) return part;
    const entries = Object.entries(part).map(([inner, value]) => [
      inner,
      redact(value, inner),
    ]);
    return Object.fromEntries(entries);
  }

  function withoutSecrets(headers: Headers): Headers {
    const entries = [...headers].map(([name, value]): [string, string] => {
      if (!secretHeaders.includes(name)) return [name, clean(value)];
      add(value);
      // Attributes such as `Path` follow the cookie (RFC 6265, section 4.1.1).
      for (const pair of value.split(
        ';',
        name === 'set-cookie' ? 1 : undefined,
      )) {
        for (const start of [pair.indexOf('='), pair.lastIndexOf(' ')]) {
          add(pair.slice(start + 1).trim());
        }
      }
      return [name, redacted];
    });
    return new Headers(entries);
  }

  function bodyOf(text: string): string {
    const known = bodies.get(text);
    if (known !== undefined) return known;
    const safe = safeBody(text);
    bodies.set(text, safe);
    return safe;
  }

  function safeBody(text: string): string {
    if (text === '') return '';
    try {
      // Always written from the parsed value: of properties with the same name, only one is in it.
      return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
        jsonValue(value),
      );
    } catch {
      // Not JSON, such as the beginning of a response that was cut off, or too deep to be read.
      for (const [, value = ''] of text.matchAll(secretPair)) {
        secretOf(jsonOf(value) ?? value.slice(1, -1));
      }
      return leftOut;
    }
  }

  /** Returns a value without secrets; `JSON.stringify` calls this again for what is in it. */
  function jsonValue(value: unknown): unknown {
    if (typeof value === 'string') return clean(value);
    if (typeof value === 'number')
      return clean(`${value}`) === `${value}` ? value : redacted;
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, inner]) => {
      const isSecret = secretNames.has(name) && inner !== null;
      return [clean(name), isSecret ? secretOf(inner) : inner];
    });
    return Object.fromEntries(entries);
  }

  function add(secret: string): void {
    if (secret.length >= minSecretLength) secrets.add(secret);
  }

  function secretOf(value: unknown): string {
    JSON.stringify(value, (_, inner: unknown) => {
      if (!isList(inner) && !isObject(inner)) add(textOf(inner));
      return inner;
    });
    return redacted;
  }

  /** Returns a URL without secrets and without its fragment; the result is a URL. */
  function urlOf(url: string): string {
    const [, origin = '', target = ''] =
      /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)?([^#]*)/i.exec(url) ?? [];
    const open = redactQuery(target, (name) => secretNames.has(name));
    const parts = open.replaceAll(/[^/?&=]+/g, (part) => clean(part));
    const rest = clean(parts).replace(/^\[/, '/[');
    // In a host, brackets enclose an IPv6 address (RFC 3986, section 3.2.2).
    const host = clean(origin).replaceAll(redacted, 'redacted');
    return host + rest.replaceAll(redacted, encodeURIComponent(redacted));
  }

  return redact;
}
