import { fromHtml } from 'hast-util-from-html';
import type { Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type { Parameter, Schema } from '../contract.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { memo } from '../memo.ts';
import {
  createElement,
  prepareApiDocs,
  Redoc,
  renderToStaticMarkup,
  StaticRouter,
} from './load.ts';

/** What Redoc renders at a time: the parameters of an operation, or the schema of a body. */
export interface Subject {
  readonly parameters?: readonly Parameter[];
  readonly schema?: Schema;
}

// The same text stands in every operation that uses a schema.
const htmlOf = memo((text) => toHtml({ type: 'root', children: renderMarkdown(text) }));

const markdownAdapter = {
  parse: (source: unknown) => source,
  render(source: unknown) {
    const __html = htmlOf(String(source));
    return createElement('div', { 'data-markdown': '', dangerouslySetInnerHTML: { __html } });
  },
};

/**
 * Has Redoc render parameters or a schema, as an operation of a document of their own. A document with
 * all operations would be read whole for each page, and a build would take the square of their number.
 *
 * @param schemas that it refers to, by name
 */
export async function render(
  { parameters = [], schema }: Subject,
  schemas: Readonly<Record<string, Schema>>,
): Promise<Root> {
  const content = schema === undefined ? {} : { content: { 'application/json': { schema } } };
  const spec = {
    openapi: '3.1.1',
    info: { title: 'Part', version: '1' },
    components: { schemas },
    tags: [{ name: 'part' }],
    paths: {
      '/': {
        get: {
          operationId: 'part',
          tags: ['part'],
          parameters,
          responses: { 200: { description: '', ...content } },
        },
      },
    },
  };
  const options = {
    disableTelemetry: true,
    hidePropertiesPrefix: true,
    schemasExpansionLevel: 99,
  };
  const prepared = await prepareApiDocs({ spec, options, basePath: '' });
  const part = createElement(Redoc, { ...prepared, basePath: '', markdownAdapter });
  const html = renderToStaticMarkup(createElement(StaticRouter, { location: '/part/part' }, part));
  return fromHtml(html, { fragment: true });
}
