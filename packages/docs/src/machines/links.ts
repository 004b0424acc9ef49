import { dirname, relative } from 'node:path/posix';
import type { SchemaGroup } from './schema-groups.ts';

/** Leads from a page to what the contract knows by a name, such as the schema `Sandbox`. */
export type LinkTo = (
  kind: 'operation' | 'schema' | 'decision' | 'lifecycle',
  name: string,
) => string;

/**
 * Makes the relative links of the Markdown pages.
 *
 * @returns for a page, given as its path without extension, the links that start from it
 */
export function linksFrom(groups: readonly SchemaGroup[]): (page: string) => LinkTo {
  const slugs = new Map(
    groups.flatMap(({ slug, schemas }) => schemas.map((name) => [name, slug] as const)),
  );
  const targets: Record<Parameters<LinkTo>[0], (name: string) => string> = {
    operation: (name) => `operations/${name}.md`,
    schema: (name) => `schemas/${slugs.get(name)!}.md#${name}`,
    decision: (name) => `decisions.md#${name}`,
    lifecycle: (name) => `lifecycles.md#${name}`,
  };
  return (page) => (kind, name) => relative(dirname(page), targets[kind](name));
}
