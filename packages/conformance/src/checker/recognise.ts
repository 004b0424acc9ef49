import type { Probed, Sign } from './probe.ts';
import type { Generation } from './run.ts';

/**
 * Whether a server has a generation, by plain calls of its operations. What cannot be told, as where a call
 * has no answer, is taken for there: the checks tell what is wrong with it.
 */
export function isThere(probed: readonly Probed[]): boolean {
  return probed.some(({ sign }) => sign !== 'of another kind');
}

/** Why nothing can be checked, as one sentence; undefined where something can. */
export function troubleWith(probed: readonly Probed[], baseUrl: string): string | undefined {
  if (probed.some(({ sign }) => sign === 'there')) return undefined;
  for (const sign of ['key refused', 'elsewhere', 'busy', 'silent'] as const) {
    const first = probed.find((it) => it.sign === sign);
    if (first) return sentences[sign](first, baseUrl);
  }
  return sentences['of another kind'](probed[0]!, baseUrl);
}

/** Why the checks of a generation are left out. */
export function absence(generation: Generation, [first]: readonly Probed[]): string {
  return `the server has no ${generation.toUpperCase()}: ${told(first!)}`;
}

const sentences: Readonly<
  Record<Exclude<Sign, 'there'>, (probed: Probed, baseUrl: string) => string>
> = {
  'key refused': (probed, baseUrl) =>
    `The server at ${baseUrl} refuses the key: ${told(probed)}. Is it the key of this server?`,
  elsewhere: (probed, baseUrl) =>
    `The server at ${baseUrl} sends its callers to ${locationIn(probed)}: ${told(probed)}. ` +
    'Nothing is sent there; if that is the server, give its address.',
  busy: (probed, baseUrl) => `The server at ${baseUrl} puts off every call: ${told(probed)}.`,
  silent: ({ delivered }, baseUrl) =>
    `There is no answer from ${baseUrl}: ${'failure' in delivered ? delivered.failure.message : ''}.`,
  'of another kind': (probed, baseUrl) =>
    `This is a server of another kind, or ${baseUrl} is not its address: ${told(probed)}.`,
};

/** What was called and what came, such as `GET /api/settings answered 404`. */
function told({ operation, delivered }: Probed): string {
  const call = `${operation.method.toUpperCase()} ${operation.path}`;
  if ('failure' in delivered) return `${call} had no answer`;
  const { status, headers } = delivered.exchange.answer;
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  const form = type === undefined || type === 'application/json' ? '' : ` with ${type}`;
  return `${call} answered ${status}${form}`;
}

/** Where a redirect leads to, without what may be secret in it. */
function locationIn({ operation, delivered }: Probed): string {
  if ('failure' in delivered) return '';
  const { request, answer } = delivered.exchange;
  const location = answer.headers.get('location') ?? '';
  if (!URL.canParse(location, request.url)) return 'another address';
  const { origin, pathname } = new URL(location, request.url);
  return `${origin}${pathname.endsWith(operation.path) ? pathname.slice(0, -operation.path.length) : pathname}`;
}
