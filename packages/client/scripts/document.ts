/** What the generator reads of the bundled contract. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A schema, as far as the generator reads it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly 'x-secret'?: boolean;
  readonly 'x-lifecycle'?: { readonly transitions: readonly { from: string; to: string }[] };
}

/**
 * Follows a `$ref` of the document.
 *
 * @throws {Error} when it leads nowhere
 */
export function resolve(document: Document, value: unknown): unknown {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value;
  let target: unknown = document;
  for (const name of $ref.split('/').slice(1)) {
    target = (target as Record<string, unknown> | undefined)?.[
      name.replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  }
  if (target === undefined) throw new Error(`${$ref} leads nowhere`);
  return target;
}

/** The last name of a `$ref`, which is the name of the component. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
