/** Changes the responses of a mock, as servers do that are not correct or only do more. */
import type { FaultyRequest } from '../faults/server-faults.ts';
import type { Alter, Interfere } from './served-mock.ts';

export type Json = Record<string, unknown>;

/** Options of a run that may change the server, whose states come at once. */
export const write = { write: true, waitInMs: 30 };

const start = '/api/v1/sandboxes';
/** The path of the operations on conversations. */
export const conversations = '/api/v1/app-conversations';

/** Changes each sandbox, wherever it is shown. */
export const sandboxes =
  (change: (sandbox: Json) => Json): Alter =>
  ({ method, target }, body) => {
    if (method === 'POST')
      return target.startsWith(start) ? change(body as Json) : undefined;
    if (!target.startsWith(`${start}/search`)) return undefined;
    const { items, ...page } = body as { items: Json[] };
    return { ...page, items: items.map((it) => ({ ...it, ...change(it) })) };
  };

const is = (method: string, path: string, request: FaultyRequest) =>
  request.method === method && request.target.split('?')[0] === path;

/** Changes the response to a request. */
export const altered =
  (
    method: string,
    path: string,
    change: (body: Json, request: FaultyRequest) => unknown,
  ): Alter =>
  (request, body) =>
    is(method, path, request) ? change(body as Json, request) : undefined;

/** Changes each page of sandboxes. */
export const page = (
  change: (items: Json[], body: Json, request: FaultyRequest) => unknown,
): Alter =>
  altered('GET', `${start}/search`, (it, request) =>
    change(it['items'] as Json[], it, request),
  );

/** Changes each list of conversations. */
export const listed = (change: (all: (Json | null)[]) => unknown): Alter =>
  altered('GET', conversations, (body) =>
    change(body as unknown as (Json | null)[]),
  );

/** What a server does differently. */
export interface Deviation {
  readonly is: string;
  readonly interfere?: Interfere;
  readonly alter?: Alter;
}
