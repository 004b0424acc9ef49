/** Component schemas: the pages that they are on, and what uses them. */
import {
  type ContractOperation,
  referencesIn,
  targetsFrom,
} from '@agent-conversation/contract';
import { slug as slugOf } from 'github-slugger';
import { blocks, line, link, list } from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import type { Sources } from '../sources/sources.ts';
import {
  certaintyOf,
  type Context,
  operationLink,
  schemaLink,
} from './links.ts';
import { lifecycleDiagram } from './lifecycles.ts';
import { properties, typeLine } from './properties.ts';
import { prose } from './prose.ts';

const sharedTitle = 'Shared schemas';
const errorsTitle = 'Errors';

/** The schemas that are on one page. */
export interface SchemaGroup {
  readonly title: string;
  /** The end of the path of the page, `schemas/<slug>`. */
  readonly slug: string;
  readonly schemas: readonly string[];
}

/**
 * Puts every component schema on one page: that of the only tag whose requests and successful responses reach it, of
 * `errors` if only failures reach it, or of `shared`.
 */
export function schemaGroups({ contract, operations }: Sources): SchemaGroup[] {
  /** The titles of the pages that each schema could be on. */
  const titles = new Map<string, Set<string>>();
  const reached = new Set<string>();
  for (const operation of operations) {
    const all = targetsFrom(contract, partsOf(operation));
    for (const pointer of all) reached.add(pointer);
    const successful = targetsFrom(contract, partsOf(operation, '2'));
    for (const pointer of successful) {
      const ofSchema = titles.get(pointer) ?? new Set();
      titles.set(pointer, ofSchema.add(operation.tags[0]!));
    }
  }
  const titleOf = (name: string): string => {
    const pointer = pointerOf(name);
    const [title = errorsTitle, ...others] = titles.get(pointer) ?? [];
    const isOnOne = others.length === 0 && reached.has(pointer);
    return isOnOne ? title : sharedTitle;
  };

  const names = Object.keys(contract.components.schemas).toSorted();
  const byTitle = Map.groupBy(names, titleOf);
  const tags = contract.tags.map(({ name }) => name);
  const groups = [...tags, sharedTitle, errorsTitle].map((title) => ({
    title,
    slug: title === sharedTitle ? 'shared' : slugOf(title),
    schemas: byTitle.get(title) ?? [],
  }));
  return groups.filter(({ schemas }) => schemas.length > 0);
}

function pointerOf(name: string): string {
  return `/components/schemas/${name}`;
}

/** The parts of an operation that have schemas. @param status the start of the statuses of its responses */
function partsOf(operation: ContractOperation, status = '') {
  const { parameters, requestBody, responses } = operation;
  const ofStatus = Object.entries(responses).filter(([name]) =>
    name.startsWith(status),
  );
  const messages = ofStatus.map(([, response]) => response);
  return [parameters, requestBody, ...messages];
}

/** What refers to a schema directly, as links: operations, then schemas. */
function usersOf(
  { contract, operations, linkTo }: Context,
  schema: string,
): string[] {
  const users: string[] = [];
  const pointer = pointerOf(schema);
  const refers = (part: unknown): boolean => {
    const references = referencesIn(part);
    return references.some(({ target }) => target === pointer);
  };

  for (const operation of operations) {
    const { operationId } = operation;
    const isUser = refers(partsOf(operation));
    if (isUser) users.push(operationLink(operationId, linkTo));
  }
  for (const [name, outer] of Object.entries(contract.components.schemas)) {
    if (refers(outer)) users.push(schemaLink(name, linkTo));
  }
  return users;
}

/** The page of a group of schemas. */
export function schemaPage(
  context: Context,
  { title, schemas }: SchemaGroup,
): string {
  const sections = schemas.map((name) => schemaSection(context, name));
  return blocks(`# Schemas: ${line(prose(title))}`, ...sections);
}

function schemaSection(context: Context, name: string): string {
  const { contract, linkTo } = context;
  const schema = contract.components.schemas[name]!;
  const { description = '', 'x-lifecycle': lifecycle } = schema;
  const transitions = link('All transitions', linkTo('lifecycle', name));
  const users = usersOf(context, name).join(', ');
  return container(
    'section',
    { id: name },
    `## ${name}`,
    prose(description),
    container('quiet', {}, certaintyOf(schema, linkTo)),
    typeLine(context, 'Type', schema),
    properties(context, name, schema, [name]),
    lifecycle ? lifecycleDiagram(name, lifecycle, linkTo) : '',
    lifecycle ? `${transitions}.` : '',
    users ? `Used by ${users}.` : '',
  );
}

/** The list of all schemas. */
export function schemaList(
  { contract, linkTo }: Context,
  groups: readonly SchemaGroup[],
): string {
  const lists = groups.map(({ title, schemas }) => {
    const items = schemas.map((name) => {
      const { description = '' } = contract.components.schemas[name]!;
      const text = prose(description);
      const [first = ''] = text.split('\n\n');
      const target = linkTo('schema', name);
      return `${link(name, target)}: ${line(first)}`;
    });
    return blocks(`## ${line(prose(title))}`, list(items));
  });
  return blocks('# Schemas', 'The types of requests and responses.', ...lists);
}
