/** The page of the TypeScript client, which is the reference in its package with ids and links of the site. */
import {
  blocks,
  code,
  fence,
  fencedBlocks,
  link,
} from '@agent-conversation/cli/markdown';
import type { Context } from './links.ts';
import { referenceSections } from './references.ts';

type ClientContext = Pick<Context, 'operations' | 'guides' | 'linkTo'>;

/** Returns the page `client`. @param reference `API.md` of the client, which its tests keep up to date */
export function clientPage(
  { operations, guides, linkTo }: ClientContext,
  reference: string,
): string {
  const guide = linkTo('guide', 'getting-started');
  const install = link('Install it', `${guide}#install`);
  const [example = ''] = fencedBlocks(guides.get('getting-started')!, 'ts');
  const requests = new Map(
    operations.map(({ operationId, method, path }) => {
      const request = code(`${method.toUpperCase()} ${path}`);
      return [
        request,
        link(request, linkTo('operation', operationId)),
      ] as const;
    }),
  );
  const text = referenceSections(reference).replaceAll(
    /`[A-Z]+ \/[^`]*`/g,
    (request) => requests.get(request) ?? request,
  );
  return blocks(
    '# TypeScript client',
    'Calls the service from every runtime with `fetch`, with retries, timeouts, waits and typed errors.',
    `${install}, then create a client and call its methods:`,
    fence('ts', example),
    text,
  );
}
