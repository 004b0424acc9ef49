import { object, operations, own, target, text } from './lib/document.js';
import { parametersOf } from './lib/input.js';
import { place } from './lib/place.js';
import { admits, branches, memberSchemas } from './lib/schema.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Part } from './lib/document.js' */

/**
 * Demands that operations page in one way: whose name begins with `search`, who takes a `page_id` or
 * who answers with a `next_page_id` does all of it, takes a `limit`, and links to the next page.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function paging(document) {
  return operations(document).flatMap((operation) => {
    const signs = signsOf(document, operation);
    const { isCalled, hasPageId, hasNext } = signs;
    if (!isCalled && !hasPageId && !hasNext) return [];
    return missing(signs).map((what) => ({
      message: `${place(document, operation.path)} must page as all others do: ${what}.`,
      path: operation.path,
    }));
  });
}

/** @param {ReturnType<typeof signsOf>} signs */
function missing({ isCalled, hasPageId, hasLimit, hasItems, hasNext, hasLink, isRead }) {
  return [
    ...(isCalled ? [] : ['begin its operationId with `search`']),
    ...(isRead ? [] : ['make it a GET']),
    ...(hasPageId ? [] : ['add the parameter `page_id`']),
    ...(hasLimit ? [] : ['add the parameter `limit`']),
    ...(hasItems ? [] : ['answer 200 with a list `items`']),
    ...(hasNext ? [] : ['answer 200 with a `next_page_id`']),
    ...(hasLink
      ? []
      : ['link 200 to itself with `page_id: $response.body#/next_page_id`, as the next page']),
  ];
}

/**
 * @param {unknown} document
 * @param {Part} operation
 */
function signsOf(document, operation) {
  const id = text(operation.node.operationId);
  const taken = parametersOf(document, operation).map(({ name }) => name);
  const answer = target(document, own(operation.node.responses, '200'));
  const schema = object(own(answer.content, 'application/json')).schema;
  const items = memberSchemas(document, schema, 'items');
  return {
    isCalled: id.startsWith('search'),
    isRead: operation.role === 'get',
    hasPageId: taken.includes('page_id'),
    hasLimit: taken.includes('limit'),
    hasItems: items.some((item) => branches(document, item).some((it) => admits(it, 'array'))),
    hasNext: memberSchemas(document, schema, 'next_page_id').length > 0,
    hasLink: Object.values(object(answer.links)).some((value) => {
      const link = target(document, value);
      return (
        link.operationId === operation.node.operationId &&
        own(link.parameters, 'page_id') === '$response.body#/next_page_id'
      );
    }),
  };
}
