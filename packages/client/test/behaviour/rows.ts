/** Helpers to write the rows of BEHAVIOUR.md. What the clients do in each is on the page itself. */
import * as client from '@agent-conversation/client';
import type { Reply } from '../replies.ts';
import { type Scripted, serve } from '../support.ts';
import {
  type Calls,
  callsOf,
  ReturnedError,
  type Subject,
} from './subjects.ts';

/** Describes what a client did; the text follows the words "the client". */
export type Row = (subject: Subject) => Promise<string>;

/** Rows of a section, each by what goes wrong; the text follows the word "When". */
export type Rows = Readonly<Record<string, Row>>;

type Call = (calls: Calls) => PromiseLike<unknown>;

export const pause: Call = (calls) => calls.pause('sbx-1');
export const start: Call = (calls) => calls.start();
export const create: Call = (calls) => calls.create();
export const get: Call = (calls) => calls.get();

type Replies = readonly [Reply, ...Reply[]];

/** One call to a server that follows a script; its last reply repeats. */
export function on(call: Call, replies: Replies, facts?: Facts): Row {
  return onWith({}, call, replies, facts);
}

/** The same with options of the client. */
export function onWith(
  options: client.ClientOptions,
  call: Call,
  replies: Replies,
  facts?: Facts,
): Row {
  return async (subject) => {
    const server = await serve(...replies);
    return describeOutcome(
      () => call(callsOf(subject, server.baseUrl, options)),
      server,
      facts,
    );
  };
}

/** Several variants, which should have the same outcome. */
export function onEach<T>(
  variants: readonly T[],
  row: (variant: T) => Row,
): Row {
  return async (subject) =>
    [
      ...new Set(await Promise.all(variants.map((it) => row(it)(subject)))),
    ].join(' – or ');
}

/** Rows that differ in one thing. */
export function rowsOf<T>(
  variants: readonly T[],
  row: (variant: T) => readonly [string, Row],
) {
  return Object.fromEntries(variants.map(row)) as Rows;
}

/** The outcome of a call: data or an error. */
export interface Outcome {
  readonly data?: unknown;
  readonly error?: unknown;
}

/** Statements about an outcome, and whether they hold. */
export type Facts = (
  outcome: Outcome,
  server: Scripted,
) => Readonly<Record<string, boolean>>;

/**
 * Describes the outcome of a call, and how many requests it sent.
 *
 * @param server receives the requests; without one, the attempts of the error are described
 */
export async function describeOutcome(
  call: () => PromiseLike<unknown>,
  server?: Scripted,
  facts: Facts = () => ({}),
): Promise<string> {
  const outcome = await outcomeOf(call);
  const seen = Object.entries(
    facts(outcome, server ?? { baseUrl: '', requests: [] }),
  );
  const holding = seen.filter(([, holds]) => holds).map(([fact]) => fact);
  return [end(outcome), sent(outcome, server), ...holding].join('; ');
}

async function outcomeOf(call: () => PromiseLike<unknown>): Promise<Outcome> {
  try {
    return { data: await call() };
  } catch (error) {
    return { error };
  }
}

function end({ error }: Outcome): string {
  if (error === undefined) return 'returns the data';
  if (error instanceof ReturnedError)
    return `returns \`error\` with status ${error.status}`;
  const { name, message } = error as Error;
  const Class = { ...client, TypeError }[name] as unknown;
  const isKnown = typeof Class === 'function' && error instanceof Class;
  if (!isKnown) return `throws \`${name}\` (of another class: ${message})`;
  if (client.isApiError(error))
    return `throws \`${name}\` with status ${error.status}`;
  return `throws \`${name}\`${client.isTimeoutError(error) ? ` of the ${error.scope}` : ''}`;
}

/** An error has the number of attempts of one call, which all have the same address. */
function sent({ error }: Outcome, server: Scripted | undefined): string {
  const attempts = client.isClientError(error) ? error.attempts : undefined;
  if (!server)
    return `makes ${attempts === 1 ? 'one attempt' : `${attempts} attempts`}`;
  const { requests } = server;
  const count =
    ['nothing', 'one request'][requests.length] ??
    `${requests.length} requests`;
  const same = requests.filter(
    ({ url }) => url === requests.at(-1)?.url,
  ).length;
  const isWrong = attempts !== undefined && attempts !== Math.max(1, same);
  return `sends ${count}${isWrong ? ` (and reports ${attempts})` : ''}`;
}
