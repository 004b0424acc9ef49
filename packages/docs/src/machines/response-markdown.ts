import { STATUS_CODES } from 'node:http';
import { contentMarkdown } from './content-markdown.ts';
import { dereference, type Contract, type Header, type Link, type Message } from '../contract.ts';
import type { LinkTo } from './links.ts';
import { blocks, code, codeOf, line, link } from './markdown-text.ts';
import { meaningAboveProvenance } from './provenance-text.ts';
import { typeText } from './type-text.ts';

/** A response of an operation: its condition, headers and body, and the requests that can follow it. */
export function responseMarkdown(
  contract: Contract,
  status: string,
  response: Message,
  linkTo: LinkTo,
): string {
  const links = Object.entries(response.links ?? {}).map(([name, part]) =>
    linkText(name, dereference(contract, part), linkTo),
  );
  return blocks(
    `### ${status} ${STATUS_CODES[status] ?? ''}`,
    meaningAboveProvenance(response, linkTo),
    Object.entries(response.headers)
      .map(([name, header]) => headerText(name, header, linkTo))
      .join('\n'),
    contentMarkdown(contract, response.content ?? {}, linkTo),
    links.length > 0 ? 'What can follow:' : '',
    links.join('\n'),
  );
}

function headerText(name: string, { description = '', schema }: Header, linkTo: LinkTo): string {
  return `- Header ${code(name)} (${typeText(schema, linkTo)}): ${line(description)}`;
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
