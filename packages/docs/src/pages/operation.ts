import { STATUS_CODES } from 'node:http';
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import {
  type Call,
  type Contract,
  dereference,
  generationOf,
  type MediaType,
  type Message,
  type Operation,
  retries,
  withoutBundleTexts,
} from '../contract.ts';
import { codeFigure } from '../markdown/code-figures.ts';
import { anchor } from '../markdown/heading-ids.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { badge } from '../markup/badges.ts';
import { provenanceCovers } from '@agent-conversation/contract';
import type { PropertyLists } from '../redoc/property-lists.ts';
import { toLifecycle, toOperation, toPage } from '../site/addresses.ts';
import type { Sample } from '../sources/samples.ts';
import { samplesOf } from './samples.ts';

/** What an operation is shown with. */
export interface OperationParts {
  readonly contract: Contract;
  readonly properties: PropertyLists;
  readonly samples: readonly Sample[];
  /** What has changed, as a list in Markdown. */
  readonly history: string;
  /** The schemas of states that it changes. */
  readonly lifecycles: readonly string[];
}

/** The page of an operation, below its heading: an article whose id is the operation's. */
export async function operationArticle(
  { path, method, operation, parameters }: Call,
  parts: OperationParts,
): Promise<Element> {
  const { contract, properties, samples, history, lifecycles } = parts;
  const id = operation.operationId;
  const { requestBody: body } = operation;
  return h('article.operation', { id }, [
    h('div.operation-head', [
      h('h1', operation.summary),
      h('p.endpoint', [
        h('span', { class: ['method', method] }, method.toUpperCase()),
        ' ',
        h('code', path),
      ]),
      h('ul.facts', [
        h('li', h('code.operation-id', id)),
        h('li', [h('span.badge.generation', generationOf(path))]),
        ...(operation.deprecated ? [h('li', [h('span.badge', 'deprecated')])] : []),
        h('li', badge(operation, provenanceCovers(path))),
        h('li', [
          'Key in ',
          h('a', { href: toPage('guides/authentication') }, h('code', keyOf(contract, operation))),
        ]),
        h(
          'li',
          h('a', { href: toPage('guides/errors-and-retries') }, retries[operation['x-retry']]),
        ),
      ]),
      ...text(operation),
      ...stateLinks(lifecycles),
    ]),
    samples.length > 0 ? h('div.samples', samplesOf(id, samples)) : undefined,
    h('div.operation-body', [
      ...(parameters.length > 0
        ? [
            heading(`${id}.parameters`, 'Parameters'),
            ...(await properties.ofParameters(parameters, id)),
          ]
        : []),
      ...(body
        ? [
            heading(`${id}.body`, 'Request body'),
            h('p', body.required ? 'Required, as JSON.' : 'Optional, as JSON.'),
            ...text(body),
            ...(await content(body.content, `${id}.body`, parts)),
          ]
        : []),
      heading(`${id}.responses`, 'Responses'),
      ...(await Promise.all(
        Object.entries(operation.responses).map(([status, response]) =>
          responseSection(status, response, id, parts),
        ),
      )),
      ...(history === ''
        ? []
        : [heading(`${id}.history`, 'History'), ...renderMarkdown(history, `operations/${id}`)]),
    ]),
  ]);
}

async function responseSection(
  status: string,
  response: Message,
  operationId: string,
  parts: OperationParts,
): Promise<Element> {
  const id = `${operationId}.${status}`;
  const name = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return h('section.response', { id, ariaLabelledBy: `${id}-heading` }, [
    h('h3', { id: `${id}-heading`, class: [`status-${status.charAt(0)}`] }, [
      name,
      ...badge(response),
      anchor(id, name),
    ]),
    ...text(response),
    ...headersOf(response),
    ...(await content(response.content ?? {}, id, parts)),
    ...linksOf(response, parts.contract),
  ]);
}

async function content(
  types: Readonly<Record<string, MediaType>>,
  id: string,
  { contract, properties }: OperationParts,
): Promise<ElementContent[]> {
  const parts = await Promise.all(
    Object.values(types).map(async ({ schema, examples = {} }) => [
      ...(await properties.ofSchema(schema, id)),
      ...Object.values(examples).map((example) => {
        const { summary, value } = dereference(contract, example);
        return h('details.example', [
          h('summary', `Example: ${summary}`),
          codeFigure(JSON.stringify(value, null, 2), 'json'),
        ]);
      }),
    ]),
  );
  return parts.flat();
}

function headersOf({ headers }: Message): Element[] {
  return Object.entries(headers).map(([name, { description = '' }]) =>
    h('p', ['Header ', h('code', name), ': ', ...inline(description)]),
  );
}

/** What to call next. */
function linksOf({ links = {} }: Message, contract: Contract): Element[] {
  const items = Object.values(links).map((link) => {
    const { operationId, description = '' } = dereference(contract, link);
    const target = h('a', { href: toOperation(operationId) }, h('code', operationId));
    return h('li', [target, ': ', ...inline(description)]);
  });
  return items.length === 0 ? [] : [h('p', 'Next requests:'), h('ul', items)];
}

function stateLinks(schemas: readonly string[]): Element[] {
  if (schemas.length === 0) return [];
  const links = schemas.flatMap((name, index) => [
    index > 0 ? ', ' : '',
    h('a', { href: toLifecycle(name) }, name),
  ]);
  return [h('p', ['See the lifecycle of ', ...links, '.'])];
}

/** The description of a part; where it comes from is shown by its badge. */
function text(part: { readonly description?: string }): ElementContent[] {
  return renderMarkdown(withoutBundleTexts({ ...part }).description ?? '');
}

function inline(markdown: string): ElementContent[] {
  const [paragraph] = renderMarkdown(markdown);
  return paragraph?.type === 'element' ? paragraph.children : [];
}

function heading(id: string, name: string): Element {
  return h('h2', { id }, [name, anchor(id, name)]);
}

function keyOf({ components }: Contract, { security }: Operation): string {
  const [name = ''] = security.flatMap((requirement) => Object.keys(requirement));
  return components.securitySchemes[name]?.name ?? name;
}
