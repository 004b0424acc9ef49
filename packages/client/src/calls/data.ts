import { type Call, callOf } from './call.ts';
import type { Connection } from '../transport/connection.ts';
import { errorOf, UnexpectedResponseError } from '../errors/api-error.ts';
import type { Input, Operation } from '../operation.ts';
import type { CallOptions } from '../transport/options.ts';
import { LazyPages, type PageLike, type Pages } from './pages.ts';
import type { Received } from '../transport/received.ts';

/** Calls an operation: returns the data of a success, and throws everything else. */
export function dataOf<T>(
  connection: Connection,
  operation: Operation,
  input: Input,
  options: CallOptions | undefined,
): Call<T> {
  return callOf(async () => {
    const { body, response } = await succeed(connection, operation, input, options);
    return { data: body as T, response };
  });
}

/** Calls an operation page by page: returns the data of a success, and throws everything else. */
export function pagesOf<Page extends PageLike<Item>, Item>(
  connection: Connection,
  operation: Operation,
  query: object | undefined,
  options: CallOptions | undefined,
): Pages<Page, Item> {
  return new LazyPages(async (pageId, seen) => {
    const input = { query: pageId === undefined ? query : { ...query, page_id: pageId } };
    const received = await succeed(connection, operation, input, options);
    const page = received.body as Page;
    if (!Array.isArray(page.items)) {
      throw new UnexpectedResponseError('the page has no list of items', received);
    }
    if (page.next_page_id && seen.has(page.next_page_id)) {
      throw new UnexpectedResponseError('the pages go round in a circle', received);
    }
    return { data: page, response: received.response };
  });
}

async function succeed(
  connection: Connection,
  operation: Operation,
  input: Input,
  options: CallOptions | undefined,
): Promise<Received> {
  const received = await connection.send(operation, input, options);
  if (received.kind === 'success') return received;
  throw errorOf(received);
}
