import { provenanceCovers } from '@agent-conversation/contract';
import { contentMarkdown } from './content-markdown.ts';
import {
  type Call,
  type Contract,
  generationOf,
  type Operation,
  type Parameter,
  retries,
} from '../contract.ts';
import type { LinkTo } from './links.ts';
import { blocks, code, codeOf, line, table } from './markdown-text.ts';
import {
  meaning,
  meaningAboveProvenance,
  meaningAndProvenance,
  provenanceText,
} from './provenance-text.ts';
import { responseMarkdown } from './response-markdown.ts';
import { rules, typeText } from './type-text.ts';

/**
 * The page of an operation, for readers of Markdown.
 *
 * @param extras blocks of Markdown for the end of the page: samples, history and the like
 */
export function operationMarkdown(
  contract: Contract,
  { path, method, operation, parameters }: Call,
  linkTo: LinkTo,
  extras: readonly string[] = [],
): string {
  const { requestBody: body } = operation;
  const page = blocks(
    `# ${line(operation.summary)}`,
    code(`${method.toUpperCase()} ${path}`),
    facts(contract, path, operation, linkTo),
    meaning(operation),
    parameters.length > 0 ? '## Parameters' : '',
    parametersTable(parameters, linkTo),
    body ? '## Request body' : '',
    body ? (body.required ? 'Required.' : 'May be left out.') : '',
    body ? meaningAboveProvenance(body, linkTo) : '',
    body ? contentMarkdown(contract, body.content, linkTo) : '',
    '## Responses',
    ...Object.entries(operation.responses).map(([status, response]) =>
      responseMarkdown(contract, status, response, linkTo),
    ),
    ...extras,
  );
  return `${page}\n`;
}

function facts(contract: Contract, path: string, operation: Operation, linkTo: LinkTo): string {
  const keys = operation.security.flatMap((requirement) => Object.keys(requirement));
  const schemes = [...new Set(keys)].map((key) => contract.components.securitySchemes[key]!);
  return [
    ...(operation.deprecated ? ['**Deprecated**'] : []),
    `Operation: ${code(operation.operationId)}`,
    `Group: ${operation.tags.join(', ')}`,
    `Generation: ${generationOf(path)}`,
    `Provenance: ${provenanceText(operation, linkTo, provenanceCovers(path))}`,
    `Retry: ${code(operation['x-retry'])}, ${retries[operation['x-retry']]}`,
    ...schemes.map((key) => `Key: ${code(key.name)} (${key.in}). ${line(key.description)}`),
  ]
    .map((fact) => `- ${fact}`)
    .join('\n');
}

function parametersTable(parameters: readonly Parameter[], linkTo: LinkTo): string {
  const head = ['Parameter', 'In', 'Type', 'Required', 'Rules', 'Meaning', 'Example'];
  return table(
    head,
    parameters.map((parameter) => [
      code(parameter.name),
      parameter.in,
      typeText(parameter.schema, linkTo),
      parameter.required ? 'yes' : 'no',
      [...spelling(parameter), ...rules(parameter.schema)].join('; '),
      meaningAndProvenance(parameter, linkTo),
      parameter.example === undefined ? '' : codeOf(parameter.example),
    ]),
  );
}

function spelling({ deprecated, style, explode }: Parameter): string[] {
  return [
    ...(deprecated ? ['deprecated'] : []),
    ...(style === undefined ? [] : [`style ${code(style)}`]),
    ...(explode ? ['sent again for each item'] : []),
  ];
}
