/** The schemas of a bundle. */
import type { Json, JsonObject } from '@agent-conversation/contract';
import type { Path } from '../diagnostic.ts';
import { parts } from '../spectral/lib/document.js';

/** Keywords below which a schema stands, directly, in a list or in a map. */
const keywords = new Set(
  `schema schemas properties patternProperties additionalProperties unevaluatedProperties propertyNames
  dependentSchemas items prefixItems contains unevaluatedItems allOf anyOf oneOf not if then else
  $defs contentSchema`.split(/\s+/),
);

export interface LocatedSchema {
  readonly schema: JsonObject;
  readonly path: Path;
}

/** Returns all schemas that are objects, each where it stands; the schemas in one follow it. */
export function schemasOf(document: unknown): readonly LocatedSchema[] {
  return parts(document)
    .filter(({ role }) => keywords.has(role))
    .map(({ node, path }) => ({ schema: node, path }));
}

/** Writes a keyword with its value as in YAML, in at most some 60 characters. */
export function show(keyword: string, value: Json | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `\`${keyword}\`` : `\`${keyword}: ${text}\``;
}
