import { STATUS_CODES } from 'node:http';
import { contentMarkdown } from './content-markdown.ts';
import { dereference, type Contract, type Link, type Response } from '../contract.ts';
import type { LinkTo } from './links.ts';
import { blocks, code, codeOf, line, link } from './markdown-text.ts';
import { meaningAboveProvenance } from './provenance-text.ts';

/** An answer of an operation: when it comes, what it holds, and which calls can follow it. */
export function responseMarkdown(
  contract: Contract,
  status: string,
  response: Response,
  linkTo: LinkTo,
): string {
  const links = Object.entries(response.links ?? {}).map(([name, part]) =>
    linkText(name, dereference(contract, part), linkTo),
  );
  return blocks(
    `### ${status} ${STATUS_CODES[status] ?? ''}`,
    meaningAboveProvenance(response, linkTo),
    contentMarkdown(contract, response.content ?? {}, linkTo),
    links.length > 0 ? 'What can follow:' : '',
    links.join('\n'),
  );
}

function linkText(
  name: string,
  { operationId, description = '', parameters = {} }: Link,
  linkTo: LinkTo,
): string {
  const operation = link(operationId, linkTo('operation', operationId));
  const values = Object.entries(parameters).map(
    ([parameter, value]) =>
      `${code(parameter)} = ${typeof value === 'string' ? code(value) : codeOf(value)}`,
  );
  const sent = values.length > 0 ? `, with ${values.join(', ')}` : '';
  return `- ${code(name)}: ${operation}${sent}. ${line(description)}`;
}
