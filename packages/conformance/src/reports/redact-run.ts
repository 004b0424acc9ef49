/** Removes secrets from a run; reports are made of the result. */
import { isObject, secretNamesIn } from '@agent-conversation/contract';
import type { RecordedExchange, Run, RunSettings } from '../checker/run.ts';
import { contract } from '../contract.ts';
import { createScrubber, minSecretLength, redacted } from './find-secrets.ts';

/** Options of every report. */
export interface ReportOptions {
  /** What must not be shown, such as the key; the secrets of responses are found without. */
  readonly secrets: readonly string[];
}

/** Replaces a body that is not JSON, in which secrets cannot be located. */
const leftOut = '[left out: not JSON]';

/** The names of all properties that the contract annotates as secret, such as `session_api_key`. */
export const secretProperties: ReadonlySet<string> = new Set(secretNamesIn(contract));

/** The headers with credentials, in small letters: those of the contract, and those of HTTP. */
const secretHeaders: ReadonlySet<string> = new Set([
  ...Object.values(contract.components.securitySchemes).flatMap((scheme) =>
    scheme.in === 'header' ? [scheme.name.toLowerCase()] : [],
  ),
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
]);

/**
 * Returns a run without secrets: without the values of headers with credentials and of properties that the contract
 * annotates as secret, and without the same values anywhere else.
 *
 * @param secrets more of them, such as the key
 */
export function redactRun(run: Run, secrets: readonly string[]): Run {
  const scrub = createScrubber([...secrets, ...secretsIn(run)]);
  const text = (value: string) => redactText(value, scrub);
  const url = (value: string) => redactUrl(value, scrub);
  const optional = (value: string | undefined) => (value === undefined ? undefined : text(value));
  const body = (value: string) => (value === '' ? '' : (redactJson(value, scrub) ?? leftOut));
  const headers = (given: Headers) =>
    new Headers(
      [...given].map(([name, value]) => [name, secretHeaders.has(name) ? redacted : text(value)]),
    );
  const exchange = ({ request, answer, ...times }: RecordedExchange): RecordedExchange => ({
    ...times,
    request: {
      ...request,
      url: url(request.url),
      headers: headers(request.headers),
      body: request.body === undefined ? undefined : body(request.body),
    },
    answer: { ...answer, headers: headers(answer.headers), body: body(answer.body) },
  });
  // Property by property: the settings that a caller passes may include the key.
  const { baseUrl, seed, write, strict, include, exclude, budget, rate } = run.settings;
  const { requests, milliseconds } = budget;
  const settings: RunSettings = {
    baseUrl: url(baseUrl),
    seed,
    write,
    strict,
    include: include.map(text),
    exclude: exclude.map(text),
    budget: { requests, milliseconds },
    rate,
  };
  return {
    ...run,
    settings,
    results: run.results.map((it) => ({
      ...it,
      reason: optional(it.reason),
      again: optional(it.again),
      findings: it.findings.map((finding) => ({
        ...finding,
        pointer: text(finding.pointer),
        message: text(finding.message),
      })),
      exchanges: it.exchanges.map(exchange),
    })),
    leftovers: run.leftovers.map((it) => ({ ...it, id: text(it.id), reason: text(it.reason) })),
    verdict:
      run.verdict.kind === 'could not run'
        ? { ...run.verdict, reason: text(run.verdict.reason) }
        : run.verdict,
  };
}

/** Returns the secrets that exchanges show where secrets are expected: in headers and properties. */
function secretsIn({ results }: Run): string[] {
  return results
    .flatMap(({ exchanges }) => exchanges.flatMap(({ request, answer }) => [request, answer]))
    .flatMap(({ headers, body }) => [
      ...[...headers].flatMap(secretsInHeader),
      ...secretsInBody(body),
    ])
    .filter((secret) => secret.length >= minSecretLength);
}

function secretsInHeader([name, value]: readonly [string, string]): string[] {
  if (!secretHeaders.has(name)) return [];
  const valueOf = (pair: string) => pair.slice(pair.indexOf('=') + 1).trim();
  // Attributes such as `Path` follow the cookie (RFC 6265, section 4.1.1).
  if (name === 'set-cookie') return [valueOf(value.split(';')[0]!)];
  if (name === 'cookie') return value.split(';').map(valueOf);
  return [value, value.slice(value.lastIndexOf(' ') + 1)];
}

function secretsInBody(body = ''): string[] {
  const value = parsed(body);
  if (value !== undefined) return secretsInValue(value, false);
  // Not JSON, such as the beginning of a response that was cut off.
  return [...body.matchAll(secretPair)].map(
    ([, text]) => (parsed(text!) as string | undefined) ?? text!.slice(1, -1),
  );
}

function secretsInValue(value: unknown, isSecret: boolean): string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) =>
      secretsInValue(inner, isSecret || secretProperties.has(name)),
    );
  }
  if (!isSecret || value === null) return [];
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}

const names = [...secretProperties].join('|');
/** A secret property with its text. */
const secretPair = new RegExp(String.raw`"(?:${names})"\s*:\s*("(?:[^"\\]|\\.)*")`, 'g');
/** What follows the name of a secret in a text, and what to keep of it. */
const beside: readonly (readonly [pattern: RegExp, kept: string])[] = [
  // User name and password of a URL (RFC 3986, section 3.2.1).
  [/(:\/\/)[^/?#\s]*@/g, `$1${redacted}@`],
  // `"api_key":` and all that follows, as the end of a value is unknown in what is not JSON.
  [new RegExp(String.raw`(["'](?:${names})\\*["']\s*:)[^]+`, 'g'), `$1 ${redacted}`],
  // `api_key=…`, as in a query.
  [new RegExp(String.raw`\b((?:${names})=)[^&#\s"'<>]+`, 'g'), `$1${redacted}`],
  // `X-Session-API-Key: …`, as in the arguments of curl.
  [
    new RegExp(String.raw`\b((?:${[...secretHeaders].join('|')}):\s*)[^"'\r\n]+`, 'gi'),
    `$1${redacted}`,
  ],
];

type Scrub = (text: string) => string;

function redactText(text: string, scrub: Scrub): string {
  return beside.reduce((clean, [pattern, kept]) => clean.replace(pattern, kept), scrub(text));
}

/** Returns JSON without secrets; undefined for a text that is not JSON, or too deep to be read. */
function redactJson(text: string, scrub: Scrub): string | undefined {
  try {
    // Always written from the parsed value: of properties with the same name, only one is in it.
    return JSON.stringify(redactValue(JSON.parse(text), scrub));
  } catch {
    return undefined;
  }
}

function redactValue(value: unknown, scrub: Scrub): unknown {
  if (typeof value === 'string') return redactText(value, scrub);
  if (typeof value === 'number') return scrub(String(value)) === String(value) ? value : redacted;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, scrub));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      scrub(name),
      secretProperties.has(name) && inner !== null ? redacted : redactValue(inner, scrub),
    ]),
  );
}

/** Returns a URL without secrets and without its fragment; the result is a URL. */
function redactUrl(url: string, scrub: Scrub): string {
  const [, location = '', query] = /^([^?#]*)(?:\?([^#]*))?/.exec(url) ?? [];
  const [, origin = '', path = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/]*)?(.*)$/is.exec(location) ?? [];
  // In a host, brackets enclose an IPv6 address (RFC 3986, section 3.2.2).
  const host = redactText(origin, scrub).replaceAll(redacted, 'redacted');
  const rest = query === undefined ? path : `${path}?${redactQuery(query)}`;
  return host + redactText(rest, scrub).replaceAll(redacted, encodeURIComponent(redacted));
}

/** Returns a query without the values of secret properties, however their names are encoded. */
function redactQuery(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = ''] = new URLSearchParams(pair).keys();
      return secretProperties.has(name) ? `${pair.split('=', 1)[0]}=${redacted}` : pair;
    })
    .join('&');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
