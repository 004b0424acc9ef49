/** Removes secrets from a run; reports are made of the result. */
import {
  createRedactor,
  isList,
  isObject,
  redacted,
  redactQuery,
} from '@agent-conversation/contract';
import type { Run } from '../checker/run.ts';
import { secretHeaders, secretNames } from '../contract.ts';
import { secretsIn, withoutSecrets } from '../oracle/received.ts';

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
  const exchanges = run.results.flatMap((result) => result.exchanges);
  const scrub = createRedactor(
    new Set([
      ...secrets,
      ...run.secrets,
      ...exchanges.flatMap((it) => [...secretsIn(it)]),
    ]),
  );
  return redact(run) as Run;

  function clean(text: string): string {
    return scrub(text).replace(beside, redacted);
  }

  function redact(part: unknown, name = ''): unknown {
    if (ownTexts.has(name)) return part;
    if (part instanceof Headers) return headersOf(part);
    if (isList(part)) return part.map((it) => redact(it));
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

  function headersOf(headers: Headers): Headers {
    const entries = [...headers].map(([name, value]): [string, string] => [
      name,
      secretHeaders.includes(name) ? redacted : clean(value),
    ]);
    return new Headers(entries);
  }

  function bodyOf(text: string): string {
    if (text === '') return '';
    try {
      // Always written from the parsed value: of properties with the same name, only one is in it.
      return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
        withoutSecrets(value, clean),
      );
    } catch {
      // Not JSON, such as the beginning of a response that was cut off, or too deep to be read.
      return leftOut;
    }
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
}
