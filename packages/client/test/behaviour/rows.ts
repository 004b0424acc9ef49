/** The rows of the table of behaviour, and helpers to write them. */
import type { ClientOptions } from '@agent-conversation/client';
import { type Reply, serve } from '../support.ts';
import { type Calls, callsOf, describeOutcome, type Facts, type Subject } from './subjects.ts';

/** Something that may go wrong, and what a client does then. */
export interface Row {
  /** What happens; it follows the word "When". */
  readonly when: string;
  /** What the client does; it follows the words "the client". */
  readonly expected: string;
  /** What the entry `openapi-fetch` does; undefined if it is the same, null if it has no such call. */
  readonly openapiFetch?: string | null | undefined;
  /** Makes it happen, and describes what the client did. */
  readonly run: (subject: Subject) => Promise<string>;
}

/** Rows about one subject. */
export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

interface Script {
  /** How the server responds; the last reply repeats. */
  readonly replies: readonly [Reply, ...Reply[]];
  readonly options?: ClientOptions;
  readonly facts?: Facts;
  readonly openapiFetch?: Row['openapiFetch'];
}

/** A row in which one call goes to a server that follows a script. */
export function row(
  when: string,
  call: (calls: Calls) => PromiseLike<unknown>,
  script: Script | Reply,
  expected: string,
): Row {
  const { replies, options, facts, openapiFetch } =
    typeof script === 'function' ? ({ replies: [script] } as Script) : script;
  const run = async (subject: Subject) => {
    const server = await serve(...replies);
    return describeOutcome(
      () => call(callsOf(subject, server.baseUrl, options)),
      server,
      facts && ((outcome) => facts(outcome, server)),
    );
  };
  return { when, expected, openapiFetch, run };
}

/** A row with several variants that have the same outcome. */
export function rowOfMany(
  when: string,
  variants: (subject: Subject) => readonly Promise<string>[],
  expected: string,
  openapiFetch?: Row['openapiFetch'],
): Row {
  const run = async (subject: Subject) =>
    [...new Set(await Promise.all(variants(subject)))].join(' – or ');
  return { when, expected, openapiFetch, run };
}
