import { redacted } from './scrubber.ts';
import { secretHeaders, secretMembers } from './secret-names.ts';

const names = [...secretMembers].join('|');

/** `"api_key":` and all that follows, as nobody can tell where a value ends in what is no JSON. */
const member = new RegExp(String.raw`(["'](?:${names})\\*["']\s*:)[^]+`, 'g');
/** `api_key=…`, as in a query. */
const pair = new RegExp(String.raw`\b((?:${names})=)[^&#\s"'<>]+`, 'g');
/** `X-Session-API-Key: …`, as in the arguments of curl. */
const header = new RegExp(String.raw`\b((?:${[...secretHeaders].join('|')}):\s*)[^"'\r\n]+`, 'gi');
/** The name and the password of a URL (RFC 3986, section 3.2.1). */
const userInfo = /(:\/\/)[^/?#\s]*@/g;

/** A text without the secrets that `scrub` knows, and without what stands beside the name of a secret. */
export function redactText(text: string, scrub: (text: string) => string): string {
  return scrub(text)
    .replace(userInfo, `$1${redacted}@`)
    .replace(member, `$1 ${redacted}`)
    .replace(pair, `$1${redacted}`)
    .replace(header, `$1${redacted}`);
}

/** JSON without secrets; undefined for a text that is no JSON, or so deep that it cannot be read. */
export function redactJson(text: string, scrub: (text: string) => string): string | undefined {
  try {
    // Written anew even where nothing is secret: of members with the same name, one alone is seen here.
    return JSON.stringify(redactValue(JSON.parse(text), scrub));
  } catch {
    return undefined;
  }
}

function redactValue(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === 'string') return redactText(value, scrub);
  if (typeof value === 'number') return scrub(String(value)) === String(value) ? value : redacted;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, scrub));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      scrub(name),
      secretMembers.has(name) && inner !== null ? redacted : redactValue(inner, scrub),
    ]),
  );
}
