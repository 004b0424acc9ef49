/** What the emitters read of a component schema. */
export interface SchemaObject {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: ItemSchema;
}

/** What the emitters read of the items of a list. */
export interface ItemSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly ItemSchema[];
}

/** What the emitters read of the bundled contract. */
export interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** The component schemas of the contract, in the order of their names. */
export function namedSchemas(document: Document): [name: string, schema: SchemaObject][] {
  return Object.entries(document.components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** The component schemas that are enumerations, in the order of their names. */
export function namedEnums(document: Document): [name: string, values: readonly string[]][] {
  return namedSchemas(document).flatMap(([name, schema]) =>
    schema.enum ? [[name, schema.enum] as [string, readonly string[]]] : [],
  );
}
