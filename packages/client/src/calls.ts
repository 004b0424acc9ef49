/** What a call of an operation returns: data, pages or a result. */
import { errorOf, UnexpectedResponseError } from './api-errors.ts';
import type { Input, Operation } from './operation.ts';
import type { Connection, Received } from './transport/connection.ts';
import type { CallOptions } from './transport/options.ts';

/** Status and headers of a response. */
export interface ResponseInfo {
  readonly status: number;
  readonly headers: Headers;
  /** Id of the request, from the response header `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** The data of a call, with status and headers of the response. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: ResponseInfo;
}

// The methods are written out, because they cost the compiler less than those of `Promise`, be it extended or
// its methods taken by name.
/** A call in progress: a promise of its data. */
export interface Call<T> {
  readonly [Symbol.toStringTag]: string;
  then<A = T, B = never>(
    onfulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onrejected?: OnRejected<B>,
  ): Promise<A | B>;
  catch<B = never>(onrejected?: OnRejected<B>): Promise<T | B>;
  finally(onfinally?: (() => void) | null): Promise<T>;
  /**
   * Returns the data together with status, headers and request id of the response.
   *
   * @example
   * const { data, response } = await client.settings.get().withResponse();
   * console.log(response.requestId, data.language);
   */
  withResponse(): Promise<WithResponse<T>>;
}

/** A method, as handlers may name a type for the reason: only the parameters of methods may be narrower. */
type OnRejected<B> = { handle(reason: unknown): B | PromiseLike<B> }['handle'] | null;

/** A call that is sent when its data is first asked for. */
class LazyCall<T> implements Call<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #send: () => Promise<WithResponse<T>>;
  #response: Promise<WithResponse<T>> | undefined;

  constructor(send: () => Promise<WithResponse<T>>) {
    this.#send = send;
  }

  withResponse(): Promise<WithResponse<T>> {
    return (this.#response ??= this.#send());
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a call is awaited and also gives access to its response, which a promise cannot
  then<A = T, B = never>(
    onfulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onrejected?: OnRejected<B>,
  ): Promise<A | B> {
    const fulfilled = ({ data }: WithResponse<T>) => (onfulfilled ? onfulfilled(data) : data);
    return this.withResponse().then(fulfilled as (it: WithResponse<T>) => A, onrejected);
  }

  catch<B = never>(onrejected?: OnRejected<B>): Promise<T | B> {
    return this.then(undefined, onrejected);
  }

  finally(onfinally?: (() => void) | null): Promise<T> {
    return this.then(undefined).finally(onfinally);
  }
}

/** A call that is sent at once. */
function callOf<T>(send: () => Promise<WithResponse<T>>): Call<T> {
  const response = send();
  return new LazyCall(() => response);
}

/** A page of a search. */
export interface PageLike<Item> {
  readonly items: readonly Item[];
  readonly next_page_id?: string | null;
}

/**
 * The pages of a search. Nothing is sent before they are awaited, which gives one page, or gone through,
 * which fetches page after page as they are needed.
 *
 * @example
 * const page = await client.sandboxes.search({ limit: 20 });
 * for await (const sandbox of client.sandboxes.search()) console.log(sandbox.id);
 */
export interface Pages<Page, Item> extends Call<Page>, AsyncIterable<Item> {
  /**
   * Goes from page to page.
   *
   * @example
   * for await (const { items } of client.sandboxes.search().byPage()) console.log(items.length);
   */
  byPage(): AsyncIterable<Page>;
}

/**
 * Fetches the page that begins at an id; without one, the first of the search.
 *
 * @param seen the ids of the pages that were fetched before it
 */
type FetchPage<Page> = (
  pageId: string | undefined,
  seen: ReadonlySet<string>,
) => Promise<WithResponse<Page>>;

/** Goes through the pages of a search. */
class LazyPages<Page extends PageLike<Item>, Item>
  extends LazyCall<Page>
  implements Pages<Page, Item>
{
  readonly #fetch: FetchPage<Page>;

  constructor(fetch: FetchPage<Page>) {
    super(() => fetch(undefined, new Set()));
    this.#fetch = fetch;
  }

  async *byPage(): AsyncGenerator<Page, void, undefined> {
    const seen = new Set<string>();
    let next: string | null | undefined;
    do {
      if (next) seen.add(next);
      const { data } = await this.#fetch(next ?? undefined, seen);
      yield data;
      next = data.next_page_id;
    } while (next);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.byPage()) yield* items;
  }
}

/** Calls an operation: returns the data of a success, and throws everything else. */
export function dataOf<T>(
  connection: Connection,
  operation: Operation,
  input: Input,
  options: CallOptions | undefined,
): Call<T> {
  return callOf(async () => {
    const { body, response } = successOf(await connection.send(operation, input, options));
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
    const received = successOf(await connection.send(operation, input, options));
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

/** @throws {ApiError} unless the response is a success of the contract */
function successOf(received: Received): Received {
  if (received.kind === 'success') return received;
  throw errorOf(received);
}

/** A response that the contract does not have: an undeclared status, or a body that is not the JSON it should be. */
export interface UnexpectedResult {
  readonly status: 'unexpected';
  /** Status of the response. */
  readonly statusCode: number;
  readonly contentType: string | undefined;
  /** The body as it came. */
  readonly text: string;
}

/** Calls an operation: every response is a result; its `status` says which. */
export function resultOf<Result>(
  connection: Connection,
  operation: Operation,
  input: Input,
  options: CallOptions | undefined,
): Call<Result> {
  return callOf(async () => {
    const received = await connection.send(operation, input, options);
    const { response, body, text, kind } = received;
    const { status, headers } = response;
    const contentType = headers.get('content-type') ?? undefined;
    const results = {
      success: { status, data: body },
      failure: { status, error: body },
      unexpected: { status: 'unexpected', statusCode: status, contentType, text },
    };
    return { data: results[kind] as Result, response };
  });
}
