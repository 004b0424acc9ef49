/** A mock over HTTP that sends something else in place of its successes. */
import { createMock } from '@agent-conversation/mock';
import { faultyFetch, serveFetch } from '../faults/faulty-fetch.ts';
import { withHeader } from '../faults/message-faults.ts';
import { responseTo, type ServerFault } from '../faults/server-faults.ts';

type Json = Record<string, unknown>;

/** A request as an odd server sees it, with the body of the correct response. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** How many requests came before. */
  readonly count: number;
}

/** What an odd server sends in place of a success; undefined is the correct response. */
export type Respond = (
  asked: Asked,
) =>
  | { readonly text: string | Uint8Array<ArrayBuffer>; readonly type?: string }
  | undefined;

/** Serves a mock with some of its successes replaced, on a port of this machine. */
export async function serveOdd(respond: Respond) {
  const mock = createMock({ startupTimeInMs: 0 });
  let count = -1;
  const odd: ServerFault = {
    response({ method, target }, reply) {
      count += 1;
      if (reply.status !== 200) return undefined;
      const { pathname: path } = new URL(target, 'http://127.0.0.1');
      const replaced = respond({ method, path, count, body: reply.value });
      if (!replaced) return undefined;
      const { text, type } = replaced;
      if (type === undefined) return responseTo(reply, text);
      return responseTo(
        { ...reply, headers: withHeader(reply.headers, 'Content-Type', type) },
        text,
      );
    },
  };
  return serveFetch(faultyFetch(mock.fetch, odd));
}

/** Changes each sandbox wherever it is shown. */
export function withSandboxes(change: (sandbox: Json) => Json): Respond {
  return ({ method, path, body }) => {
    if (method === 'POST' && path.endsWith('/sandboxes')) {
      return { text: JSON.stringify(change(body as Json)) };
    }
    if (!path.endsWith('/sandboxes/search')) return undefined;
    const { items } = body as { items: Json[] };
    return {
      text: JSON.stringify({ ...(body as Json), items: items.map(change) }),
    };
  };
}
