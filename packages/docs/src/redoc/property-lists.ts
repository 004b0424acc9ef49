import type { Element, Root } from 'hast';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';
import { badge, secretBadge } from '../markup/badges.ts';
import { propertiesOf } from '../markup/property-list.ts';
import { schemaAt } from '../markup/schema-at.ts';
import type { Contract, Parameter, Schema } from '../contract.ts';
import { memo } from '../memo.ts';
import { project, reachable } from './project.ts';
import { render, type Subject } from './render.ts';

/** Makes lists of parameters and properties, with Redoc. */
export interface PropertyLists {
  /**
   * The properties of a schema, or the values of an enumeration.
   *
   * @param prefix what the ids begin with, such as `pauseSandbox.200`
   */
  ofSchema(schema: Schema, prefix: string): Promise<Element[]>;
  /** The parameters of an operation, by where they stand. */
  ofParameters(parameters: readonly Parameter[], prefix: string): Promise<Element[]>;
}

const rendered = memo(
  (_key, subject: Subject, schemas: Readonly<Record<string, Schema>>) =>
    render(subject, schemas).then(groups),
  // What Redoc renders takes a hundred kilobytes of memory each.
  500,
);

/** @param linkTo the address of a schema; undefined where there is none of that name */
export function createPropertyLists(
  contract: Contract,
  linkTo: (name: string) => string | undefined,
): PropertyLists {
  const address = (name: string) => linkTo(name) ?? '';
  const schemas = project(contract, contract.components.schemas, address);
  const schemasOf = ({ parameters = [], schema = {} }: Subject) =>
    reachable(schemas, [schema, ...parameters.map((parameter) => parameter.schema)]);
  const groupsOf = async (subject: Subject): Promise<Group[]> => {
    const parts = schemasOf(subject);
    // The pages put links into what they get.
    return structuredClone(await rendered(JSON.stringify([subject, parts]), subject, parts));
  };

  return {
    async ofSchema(schema, prefix) {
      const parts = await groupsOf({ schema: project(contract, schema, address) });
      const badgesAt = (path: string) => badgesOf(schemaAt(contract, schema, path));
      return parts.flatMap(({ content }) => propertiesOf(content, { prefix, badgesAt, linkTo }));
    },
    async ofParameters(parameters, prefix) {
      if (parameters.length === 0) return [];
      const parts = await groupsOf({ parameters: project(contract, parameters, address) });
      return parts.map(({ name, content }) => {
        const badgesAt = (path: string) =>
          badgesOf(parameters.find((it) => it.name === path && it.in === name));
        const list = propertiesOf(content, { prefix: `${prefix}.${name}`, badgesAt, linkTo });
        return h('section', [h('h3', titles[name] ?? name), ...list]);
      });
    },
  };
}

const titles: Readonly<Record<string, string>> = {
  path: 'In the path',
  query: 'In the query',
  header: 'Headers',
  cookie: 'Cookies',
};

/** A part that Redoc has rendered: `path`, `query`, …, or `body`. */
interface Group {
  readonly name: string;
  readonly content: Element;
}

function groups(tree: Root): Group[] {
  const found: Group[] = [];
  visit(tree, 'element', (group) => {
    const [heading, ...parts] = group.children.filter((child) => child.type === 'element');
    const id = heading?.properties['id'] ?? '';
    const name = /\/(path|query|header|cookie|body)$/.exec(id)?.[1];
    if (name === undefined) return undefined;
    found.push({
      name,
      content: h(
        'div',
        parts.flatMap((part) => part.children),
      ),
    });
    return SKIP;
  });
  return found;
}

function badgesOf(part: Schema | Parameter | undefined): Element[] {
  if (!part) return [];
  const isSecret = 'x-secret' in part && part['x-secret'];
  return [...(isSecret ? [secretBadge()] : []), ...badge(part)];
}
