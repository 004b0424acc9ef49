/** Component schemas: the pages that they are on, and what uses them. */
import { type ContractOperation, referencesIn, targetsFrom } from '@agent-conversation/contract';
import { slug as slugOf } from 'github-slugger';
import { blocks, code, line, link, list } from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import type { Sources } from '../sources/sources.ts';
import { certaintyOf, type Context, operationLink } from './links.ts';
import { lifecycleDiagram } from './lifecycles.ts';
import { properties, typeLine } from './properties.ts';
import { prose } from './prose.ts';

const sharedTitle = 'Shared schemas';

/** The schemas that are on one page, `schemas/<slug>`, by name. */
export type SchemaGroup = ReturnType<typeof schemaGroups>[number];

/**
 * Puts every component schema on one page: that of the only tag whose requests and successful responses reach it, of
 * `errors` if only failures reach it, or of `shared`.
 */
export function schemaGroups({ contract, operations }: Sources) {
  const reached = operations.map((operation) => ({
    tag: operation.tags[0]!,
    successful: targetsFrom(contract, partsOf(operation, '2')),
    all: targetsFrom(contract, partsOf(operation)),
  }));
  const titleOf = (name: string) => {
    const pointer = pointerOf(name);
    const users = reached.filter(({ successful }) => successful.has(pointer));
    const [tag, ...others] = new Set(users.map((user) => user.tag));
    if (tag !== undefined) return others.length > 0 ? sharedTitle : tag;
    return reached.some(({ all }) => all.has(pointer)) ? 'Errors' : sharedTitle;
  };
  const names = Object.keys(contract.components.schemas).toSorted();
  const byTitle = Map.groupBy(names, titleOf);
  const titles = [...contract.tags.map(({ name }) => name), sharedTitle, 'Errors'];
  return titles.flatMap((title) => {
    const schemas = byTitle.get(title);
    const slug = title === sharedTitle ? 'shared' : slugOf(title);
    return schemas ? [{ title, slug, schemas }] : [];
  });
}

function pointerOf(name: string): string {
  return `/components/schemas/${name}`;
}

/** The parts of an operation that have schemas. @param status the start of the statuses of its responses */
function partsOf({ parameters, requestBody, responses }: ContractOperation, status = '') {
  const statuses = Object.keys(responses).filter((name) => name.startsWith(status));
  return [parameters, requestBody, ...statuses.map((name) => responses[name])];
}

/** What refers to a schema directly, as links: operations, then schemas. */
function usersOf({ contract, operations, linkTo }: Context, name: string): string[] {
  const refers = (part: unknown) =>
    referencesIn(part).some(({ target }) => target === pointerOf(name));
  const callers = operations.filter((operation) => refers(partsOf(operation)));
  const schemas = Object.entries(contract.components.schemas);
  const outer = schemas.filter(([, schema]) => refers(schema));
  return [
    ...callers.map(({ operationId }) => operationLink(operationId, linkTo)),
    ...outer.map(([user]) => link(code(user), linkTo('schema', user))),
  ];
}

/** The page of a group of schemas. */
export function schemaPage(context: Context, { title, schemas }: SchemaGroup): string {
  const sections = schemas.map((name) => schemaSection(context, name));
  return blocks(`# Schemas: ${title}`, ...sections);
}

function schemaSection(context: Context, name: string): string {
  const { contract, linkTo } = context;
  const schema = contract.components.schemas[name]!;
  const { description = '', 'x-lifecycle': lifecycle } = schema;
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
    lifecycle ? `${link('All transitions', linkTo('lifecycle', name))}.` : '',
    users && `Used by ${users}.`,
  );
}

/** The list of all schemas. */
export function schemaList({ contract, linkTo }: Context, groups: readonly SchemaGroup[]): string {
  const itemOf = (name: string) => {
    const { description = '' } = contract.components.schemas[name]!;
    const [first = ''] = prose(description).split('\n\n');
    return `${link(name, linkTo('schema', name))}: ${line(first)}`;
  };
  const lists = groups.map(({ title, schemas }) =>
    blocks(`## ${title}`, list(schemas.map(itemOf))),
  );
  return blocks('# Schemas', 'The types of requests and responses.', ...lists);
}
