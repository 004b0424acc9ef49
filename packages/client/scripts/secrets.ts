import { type Document, resolve, type Schema } from './document.ts';

/** The names of the members of the contract that are secret, wherever in a schema they stand. */
export function secretNames(document: Document): string[] {
  const names = new Set<string>();
  const collect = (schema: Schema): void => {
    const members = Object.entries(schema.properties ?? {});
    for (const [name, member] of members) if (isSecret(document, member)) names.add(name);
    for (const inner of [...members.map(([, member]) => member), ...partsOf(schema)]) {
      collect(inner);
    }
  };
  for (const schema of Object.values(document.components['schemas'] ?? {})) {
    collect(schema as Schema);
  }
  return [...names].toSorted();
}

/** Whether a value is secret, or a part of it that has no name of its own. */
function isSecret(document: Document, schema: Schema): boolean {
  const { value } = resolve<Schema>(document, { value: schema, pointer: '#' });
  return value['x-secret'] === true || partsOf(value).some((part) => isSecret(document, part));
}

/** What a schema is made of besides its members. */
function partsOf({ items, additionalProperties, allOf, anyOf, oneOf }: Schema): Schema[] {
  return [
    ...(items ? [items] : []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...(allOf ?? []),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
  ];
}
