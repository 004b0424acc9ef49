/** Helpers to write the rows of BEHAVIOUR.md. What the clients do in each is on the page itself. */
import type { ClientOptions } from '@agent-conversation/client';
import { type Reply, serve } from '../support.ts';
import { type Calls, callsOf, describeOutcome, type Facts, type Subject } from './subjects.ts';

/** Something that may go wrong. */
export interface Row {
  /** What happens; it follows the word "When". */
  readonly when: string;
  /** Whether the entry `openapi-fetch` has no such call. */
  readonly onlyMethods?: boolean;
  /** Makes it happen, and describes what the client did; the text follows the words "the client". */
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
}

/** A row in which one call goes to a server that follows a script. */
export function row(
  when: string,
  call: (calls: Calls) => PromiseLike<unknown>,
  script: Script | Reply,
): Row {
  const { replies, options, facts }: Script =
    typeof script === 'function' ? { replies: [script] } : script;
  const run = async (subject: Subject) => {
    const server = await serve(...replies);
    return describeOutcome(
      () => call(callsOf(subject, server.baseUrl, options)),
      server,
      facts && ((outcome) => facts(outcome, server)),
    );
  };
  return { when, run };
}

/** A row with several variants, which should have the same outcome. */
export function rowOfMany(
  when: string,
  variants: (subject: Subject) => readonly Promise<string>[],
): Row {
  const run = async (subject: Subject) =>
    [...new Set(await Promise.all(variants(subject)))].join(' – or ');
  return { when, run };
}
