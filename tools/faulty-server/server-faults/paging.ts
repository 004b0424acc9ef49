import { isObject } from '../contract/places.ts';
import type { PassedAnswer, Passing, ServerFault, Striking } from './fault.ts';
import { jsonOf, withJson } from './json.ts';

/** A page of a list. */
interface Page {
  readonly items: readonly unknown[];
  readonly next_page_id?: string | null;
}

/** A server whose pages are not a list. */
export const pagingFaults: readonly ServerFault[] = [
  {
    id: 'E33',
    title: 'pages repeat and skip: a page begins with the last item of the page before',
    begin: () => {
      const last = new Map<string, unknown>();
      return onPages((page, { request }) => {
        const [list] = request.target.split('?') as [string];
        const [first, ...others] = page.items;
        const before = isFollowing(request.target) ? last.get(list) : undefined;
        last.set(list, page.items.at(-1));
        if (first === undefined || before === undefined) return undefined;
        return { ...page, items: [before, ...others] };
      });
    },
  },
  {
    id: 'skip',
    title: 'pages skip: the last item of a page is on no page',
    begin: () =>
      onPages((page) =>
        page.next_page_id && page.items.length > 1
          ? { ...page, items: page.items.slice(0, -1) }
          : undefined,
      ),
  },
  {
    id: 'cycle',
    title: 'pages have no end: the last one leads back to the second',
    begin: () => {
      const second = new Map<string, string>();
      return onPages((page, { request }) => {
        const [list] = request.target.split('?') as [string];
        if (!isFollowing(request.target) && page.next_page_id) second.set(list, page.next_page_id);
        const back = page.next_page_id ? undefined : second.get(list);
        return isFollowing(request.target) && back !== undefined
          ? { ...page, next_page_id: back }
          : undefined;
      });
    },
  },
  {
    id: 'E34',
    title: 'limit is ignored',
    begin: () => ({
      request: (request) => {
        const [path, query] = request.target.split('?');
        const parameters = new URLSearchParams(query);
        // A limit that is invalid is refused as before.
        if (!/^([1-9]\d?|100)$/.test(parameters.get('limit') ?? '')) return undefined;
        parameters.delete('limit');
        return { ...request, target: `${path}?${parameters}` };
      },
    }),
  },
];

function onPages(change: (page: Page, passing: Passing) => Page | undefined): Striking {
  return {
    answer: (passing): PassedAnswer | undefined => {
      const value = jsonOf(passing.answer.body);
      if (!isObject(value) || !Array.isArray(value['items'])) return undefined;
      const page = change(value as unknown as Page, passing);
      return page && withJson(passing.answer, page);
    },
  };
}

/** Whether a request asks for a page that follows another one. */
function isFollowing(target: string): boolean {
  return new URLSearchParams(target.split('?')[1]).has('page_id');
}
