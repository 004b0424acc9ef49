/** What a call of an operation returns: data, pages or a result. */
import { errorOf } from './responses.ts';
import type { Received, ResponseInfo } from './exchange.ts';

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
type OnRejected<B> =
  { handle(reason: unknown): B | PromiseLike<B> }['handle'] | null;

/** Returns a promise of what is read of a response. Only what is made of it is left to be handled if that fails. */
function callOf<T>(
  call: Promise<Received>,
  read: (received: Received) => unknown,
): Call<T> {
  const data = call.then(read) as Call<T>;
  data.withResponse = async () => ({
    data: await data,
    response: (await call).response,
  });
  return data;
}

/** Returns the data of a success, and throws everything else. */
export function dataOf<T>(call: Promise<Received>): Call<T> {
  return callOf(call, readData);
}

/** @throws {ApiError} unless the response is a success of the contract */
function readData(received: Received): unknown {
  if (received.kind !== 'success') throw errorOf(received);
  return received.body;
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

/** Fetches page by page. @param send sends the call with the id of a page; with none for the first one */
export function pagesOf<Page extends PageLike<Item>, Item>(
  send: (page: { readonly page_id?: string }) => Promise<Received>,
): Pages<Page, Item> {
  async function* byPage() {
    const seen = new Set<unknown>();
    let page_id: string | null | undefined;
    do {
      const received = await send(page_id ? { page_id } : {});
      const page = readPage(received) as Page;
      page_id = page.next_page_id;
      if (seen.has(page_id)) throw errorOf(received, 'repeated page');
      seen.add(page_id);
      yield page;
    } while (page_id);
  }
  let first: Call<Page> | undefined;
  const call = () => (first ??= callOf(send({}), readPage));
  return {
    [Symbol.toStringTag]: 'Pages',
    // `await` gives the first page, which is fetched only then: a promise would fetch it at once.
    // oxlint-disable-next-line unicorn/no-thenable -- pages can be awaited, as calls can
    then: (onfulfilled, onrejected) => call().then(onfulfilled, onrejected),
    catch: (onrejected) => call().catch(onrejected),
    finally: (onfinally) => call().finally(onfinally),
    withResponse: () => call().withResponse(),
    byPage,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of byPage()) yield* items;
    },
  };
}

/** @throws {ApiError} unless the response is a page of a search */
function readPage(received: Received): unknown {
  const page = readData(received) as PageLike<unknown>;
  if (
    Array.isArray(page.items) &&
    typeof (page.next_page_id ?? '') === 'string'
  )
    return page;
  throw errorOf(received, 'body');
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

/** Returns every response as a result; its `status` says which. */
export function resultOf<Result>(call: Promise<Received>): Call<Result> {
  return callOf(call, ({ response: { status, headers }, body, text, kind }) => {
    const contentType = headers.get('content-type') ?? undefined;
    const results = {
      success: { status, data: body },
      failure: { status, error: body },
      unexpected: {
        status: 'unexpected',
        statusCode: status,
        contentType,
        text,
      },
    };
    return results[kind];
  });
}
