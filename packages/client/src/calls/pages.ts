import { type Call, LazyCall, type WithResponse } from './call.ts';

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
export class LazyPages<Page extends PageLike<Item>, Item>
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
