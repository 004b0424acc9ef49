import type { Run } from '../checker/run.ts';
import { longEnough } from './scrubber.ts';
import { secretHeaders, secretMembers } from './secret-names.ts';

/**
 * The secrets that the exchanges of a run show in places that are known: headers that let somebody in, and
 * members that the contract marks. Elsewhere in the run they are found by their characters.
 */
export function knownSecrets({ results }: Run): string[] {
  return (
    results
      .flatMap(({ exchanges }) => exchanges)
      .flatMap(({ request, answer }) => [
        ...[request, answer].flatMap(({ headers }) => [...headers].flatMap(inHeader)),
        ...[request.body, answer.body].flatMap(inBody),
      ])
      // What is shorter, a server may well have chosen for other members, too.
      .filter((secret) => secret.length >= longEnough)
  );
}

function inHeader([name, value]: [string, string]): string[] {
  if (!secretHeaders.has(name)) return [];
  // Of a cookie that is set, attributes such as `Path` follow (RFC 6265, section 4.1.1).
  if (name === 'set-cookie') return [afterEquals(value.split(';')[0]!)];
  if (name === 'cookie') return value.split(';').map(afterEquals);
  return [value, value.slice(value.lastIndexOf(' ') + 1)];
}

function afterEquals(pair: string): string {
  return pair.slice(pair.indexOf('=') + 1).trim();
}

function inBody(body: string | undefined): string[] {
  const found: string[] = [];
  try {
    collect(JSON.parse(body ?? ''), false, found);
  } catch {
    // No JSON, such as the beginning of an answer that broke off.
    found.push(...[...(body ?? '').matchAll(member)].map(([, value]) => unquoted(value!)));
  }
  return found;
}

/** A member that is secret, with its text. */
const member = new RegExp(
  String.raw`"(?:${[...secretMembers].join('|')})"\s*:\s*("(?:[^"\\]|\\.)*")`,
  'g',
);

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

function collect(value: unknown, isSecret: boolean, found: string[]): void {
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      collect(inner, isSecret || secretMembers.has(name), found);
    }
  } else if (isSecret && value !== null) {
    found.push(typeof value === 'string' ? value : JSON.stringify(value));
  }
}
