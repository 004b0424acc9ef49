import * as client from '@agent-conversation/client';
import type { Scripted } from '../support/server.ts';

/** The outcome of a call: data or an error. */
export interface Outcome {
  readonly data?: unknown;
  readonly error?: unknown;
}

/**
 * Describes the outcome of a call, and how many requests it sent.
 *
 * @param server the one that the requests go to; without one, the attempts of the error are described
 * @param facts further statements, and whether they hold
 */
export async function describeOutcome(
  call: PromiseLike<unknown>,
  server?: Scripted,
  facts: (outcome: Outcome) => Readonly<Record<string, boolean>> = () => ({}),
): Promise<string> {
  const outcome = await outcomeOf(call);
  const seen = Object.entries(facts(outcome)).filter(([, isSo]) => isSo);
  return [end(outcome), sent(outcome, server), ...seen.map(([fact]) => fact)].join('; ');
}

/** One text, if all are the same. */
export function sameOf(texts: readonly string[]): string {
  return [...new Set(texts)].join(' – or ');
}

async function outcomeOf(call: PromiseLike<unknown>): Promise<Outcome> {
  try {
    return { data: await call };
  } catch (error) {
    return { error };
  }
}

function end({ error }: Outcome): string {
  if (error === undefined) return 'returns the data';
  const { name, message } = error as Error;
  const Class = { ...client, TypeError }[name] as unknown;
  const isTold = typeof Class === 'function' && error instanceof Class;
  return `throws \`${name}\`${isTold ? more(error) : ` (of another class: ${message})`}`;
}

function more(error: unknown): string {
  if (client.isApiError(error)) return ` with status ${error.status}`;
  if (client.isTimeoutError(error)) return ` of the ${error.scope}`;
  return '';
}

/** An error tells of the attempts of one call, which all have the same address. */
function sent({ error }: Outcome, server: Scripted | undefined): string {
  const attempts = client.isClientError(error) ? error.attempts : undefined;
  if (!server) return `makes ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}`;
  const { requests } = server;
  const count = ['nothing', 'one request'][requests.length] ?? `${requests.length} requests`;
  const same = requests.filter(({ url }) => url === requests.at(-1)?.url).length;
  const isWrong = attempts !== undefined && attempts !== Math.max(1, same);
  return `sends ${count}${isWrong ? ` (and tells of ${attempts})` : ''}`;
}
