import type { Element } from 'hast';
import { h } from 'hastscript';
import type { Contract } from '../contract.ts';
import type { SchemaGroup } from '../machines/schema-groups.ts';
import type { SchemaUses } from '../machines/schema-uses.ts';
import { anchor } from '../markdown/heading-ids.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { badge } from '../markup/badges.ts';
import { project } from '../redoc/project.ts';
import type { PropertyLists } from '../redoc/property-lists.ts';
import { toLifecycle, toOperation } from '../site/addresses.ts';

/** What a page of schemas is made from. */
export interface SchemaParts {
  readonly contract: Contract;
  readonly properties: PropertyLists;
  readonly uses: ReadonlyMap<string, SchemaUses>;
  /** The address of a schema. */
  readonly linkTo: (name: string) => string;
}

/** The sections of the schemas of a group. */
export function schemaSections({ schemas }: SchemaGroup, parts: SchemaParts): Promise<Element[]> {
  return Promise.all(schemas.map((name) => schemaSection(name, parts)));
}

async function schemaSection(name: string, parts: SchemaParts): Promise<Element> {
  const { contract, properties, uses, linkTo } = parts;
  const schema = contract.components.schemas[name]!;
  const { description = '' } = project(contract, schema, linkTo);
  const list = await properties.ofSchema({ $ref: `#/components/schemas/${name}` }, name);
  return h('section.schema', { id: name, ariaLabelledBy: `${name}-heading` }, [
    h('h2', { id: `${name}-heading` }, [name, ...badge(schema), anchor(name, name)]),
    ...renderMarkdown(description),
    ...(schema.items ? [h('p', 'A list. Each item has these properties:')] : []),
    ...list,
    ...(schema['x-lifecycle']
      ? [
          h('p', [
            'How one becomes another: ',
            h('a', { href: toLifecycle(name) }, 'lifecycle'),
            '.',
          ]),
        ]
      : []),
    ...usedBy(uses.get(name), linkTo),
  ]);
}

function usedBy(uses: SchemaUses | undefined, linkTo: (name: string) => string): Element[] {
  const links = [
    ...(uses?.operations ?? []).map((id) => h('a', { href: toOperation(id) }, h('code', id))),
    ...(uses?.schemas ?? []).map((name) => h('a', { href: linkTo(name) }, h('code', name))),
  ];
  if (links.length === 0) return [];
  return [
    h('p.used-by', ['Used by ', ...links.flatMap((link, index) => [index > 0 ? ', ' : '', link])]),
  ];
}
