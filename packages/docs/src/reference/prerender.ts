import type { ContractOperation } from '@agent-conversation/contract';
import { fromHtml } from 'hast-util-from-html';
import { select } from 'hast-util-select';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import type * as ReactRouter from 'react-router';

// React reads this when it is loaded; its development build is slower and has other markup.
process.env['NODE_ENV'] ??= 'production';
const { createElement } = await import('react');
const { renderToString } = await import('react-dom/server');
const { prepareApiDocs, RedoclyApiDocsStandalone, ServerStyleSheet } = await import('redoc');
// It must be the copy that Redoc has; a test runner resolves the name to another one.
const { createPath, Router } = (await import(
  import.meta.resolve('react-router')
)) as typeof ReactRouter;

type Item = Awaited<ReturnType<typeof prepareApiDocs>>['items'][number];

// The hash router of the browser writes addresses like these.
const navigator = {
  createHref: (to: ReactRouter.To) => `#${typeof to === 'string' ? to : createPath(to)}`,
} as ReactRouter.Navigator;

/** More pages than this are left to the script: the file would have tens of megabytes. */
const most = 100;

/**
 * Renders a bundled OpenAPI document with Redoc, before scripts run.
 *
 * @returns the markup to hydrate: the overview, with all other pages in elements with `data-prerendered`; its styles;
 *   and the addresses of the operations in Redoc's router, such as `/sandboxes/startsandbox`, by operationId
 */
export async function prerender(
  spec: Record<string, unknown>,
  options: Record<string, unknown>,
  operations: readonly ContractOperation[],
) {
  const { items, store, ...prepared } = await prepareApiDocs({ spec, options, basePath: '/' });
  const sheet = new ServerStyleSheet();
  const render = (location: string, shown: readonly Item[], identifierPrefix: string) => {
    const props = { ...prepared, items: shown, store, basePath: '/', spec: prepared.document };
    const telemetryConfig = { disabled: true };
    const page = createElement(RedoclyApiDocsStandalone, { ...props, telemetryConfig });
    const router = createElement(Router, { location, navigator, static: true, children: page });
    return renderToString(sheet.collectStyles(router), { identifierPrefix });
  };
  const ids = new Map(operations.map((it) => [it.pointer, it.operationId]));
  const routes: Record<string, string> = {};
  const pages = pagesOf(items).map((item, index) => {
    const operationId = ids.get(item.content?.meta?.pointer ?? '');
    if (operationId !== undefined) routes[operationId] = item.link!;
    if (operations.length > most) return '';
    // With all items the menu would be rendered for every page: the square of their number.
    const html = render(item.link!, [{ ...item, items: [] }], `p${index}-`);
    const content = select('#api-content', fromHtml(html, { fragment: true }))!;
    delete content.properties['id'];
    const anchor = h('div', { id: operationId });
    return toHtml(h('div', { id: item.link, dataPrerendered: '' }, anchor, content));
  });
  const html = render('/', items, '').replace('</main>', () => `${pages.join('')}</main>`);
  return { html, styles: sheet.getStyleTags().replaceAll(/<\/?style[^>]*>/g, ''), routes };
}

function pagesOf(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [
    ...(item.content && item.link !== '/' ? [item] : []),
    ...pagesOf((item.items ?? []) as Item[]),
  ]);
}
