/** Component schemas: the pages that they are on, and what uses them. */
import {
  type ContractOperation,
  nameOf,
  referencesIn,
  stepsOf,
  targetsFrom,
} from '@agent-conversation/contract';
import { slug as slugOf } from 'github-slugger';
import { type Content, section, within } from '../content.ts';
import { plainText } from '../html/render.ts';
import { blocks, code, codeOf, line, link, list } from '../markdown-text.ts';
import type { Sources } from '../sources.ts';
import { certaintyOf, type Context } from './links.ts';
import { lifecycleDiagram } from './lifecycles.ts';
import { properties, rules, typeText } from './properties.ts';

/** The schemas that are on one page, `schemas/<slug>`, by name. */
export type SchemaGroup = ReturnType<typeof schemaGroups>[number];

/**
 * Puts every component schema on one page: that of the only tag whose requests and successful responses reach it, of
 * `errors` if only failures reach it, or of `shared`.
 */
export function schemaGroups({ contract, operations }: Sources) {
  const reach = (parts: unknown) => schemasAt(targetsFrom(contract, parts));
  const titles = contract.tags.map(({ name }) => name);
  const ofTags = titles.map((tag) =>
    reach(operations.filter(({ tags }) => tags[0] === tag).map((it) => partsOf(it, '2'))),
  );
  const failing = reach(operations.map((it) => partsOf(it, '')));
  const titleOf = (name: string) => {
    const [first = -1, ...others] = ofTags.flatMap((names, i) => (names.has(name) ? [i] : []));
    if (first >= 0 && others.length === 0) return titles[first]!;
    return first < 0 && failing.has(name) ? 'Errors' : 'Shared schemas';
  };
  const byTitle = Map.groupBy(Object.keys(contract.components.schemas).toSorted(), titleOf);
  const pages = [...titles, 'Shared schemas', 'Errors'].map((title) => {
    const slug = title === 'Shared schemas' ? 'shared' : slugOf(title);
    return { title, slug, schemas: byTitle.get(title) ?? [] };
  });
  return pages.filter(({ schemas }) => schemas.length > 0);
}

/** The parts of an operation that have schemas. @param status the start of the statuses of its responses */
function partsOf({ parameters, requestBody, responses }: ContractOperation, status: string) {
  const own = Object.entries(responses).filter(([name]) => name.startsWith(status));
  return [parameters, requestBody, ...own.map(([, response]) => response)];
}

/** The names of the component schemas at pointers. */
function schemasAt(pointers: Iterable<string>): Set<string> {
  const steps = [...pointers].map(stepsOf);
  return new Set(steps.flatMap(([, kind, name]) => (kind === 'schemas' ? [name!] : [])));
}

/** What refers to each schema directly, as links: operations, then schemas. */
export function usesOf({ contract, operations }: Sources) {
  const { schemas } = contract.components;
  const users = [
    ...operations.map((it) => ['operation', it.operationId, partsOf(it, '')] as const),
    ...Object.entries(schemas).map(([name, it]) => ['schema', name, it] as const),
  ];
  const uses = users.flatMap(([kind, user, part]) => {
    const names = schemasAt(referencesIn(part).map(({ target }) => target));
    return [...names].map((name) => ({ name, kind, user }));
  });
  return Map.groupBy(uses, ({ name }) => name);
}

/** The page of a group of schemas. */
export function schemaPage(
  context: Context,
  { title, schemas }: SchemaGroup,
  uses: ReturnType<typeof usesOf>,
): Content[] {
  return [`# Schemas: ${title}`, ...schemas.map((name) => schemaSection(context, name, uses))];
}

function schemaSection(context: Context, name: string, uses: ReturnType<typeof usesOf>): Content {
  const { contract, linkTo } = context;
  const schema = contract.components.schemas[name]!;
  const { items, discriminator, properties: own, 'x-lifecycle': lifecycle } = schema;
  const isListed = own || schema['x-enumDescriptions'];
  const type = isListed ? [] : [`Type: ${typeText(schema, linkTo)}`];
  const kinds = Object.entries(discriminator?.mapping ?? {}).map(
    ([value, target]) => `${codeOf(value)} is ${code(nameOf(target))}`,
  );
  const users = uses.get(name)?.map(({ kind, user }) => link(code(user), linkTo(kind, user)));
  return section(
    2,
    name,
    name,
    schema.description ?? '',
    within('div.muted', {}, certaintyOf(schema, linkTo)),
    blocks(
      [...type, ...rules(schema)].join('; '),
      kinds.length > 0
        ? `\`${discriminator!.propertyName}\` states which: ${kinds.join(', ')}.`
        : '',
      items ? 'Each item has these properties:' : '',
    ),
    properties(context, name, { $ref: `#/components/schemas/${name}` }),
    blocks(
      lifecycle ? lifecycleDiagram(name, lifecycle) : '',
      lifecycle ? `${link('All transitions', linkTo('lifecycle', name))}.` : '',
      users ? `Used by ${users.join(', ')}.` : '',
    ),
  );
}

/** The list of all schemas. */
export function schemaList({ contract, linkTo }: Context, groups: readonly SchemaGroup[]): string {
  const lists = groups.map(({ title, schemas }) => {
    const items = schemas.map((name) => {
      const [first = ''] = contract.components.schemas[name]!.description?.split('\n\n') ?? [];
      return `${link(name, linkTo('schema', name))}: ${line(plainText(first))}`;
    });
    return blocks(`## ${title}`, list(items));
  });
  return blocks('# Schemas', 'The types of requests and responses.', ...lists);
}
