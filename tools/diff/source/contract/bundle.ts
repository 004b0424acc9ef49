import type { Contract } from '../../model/contract.ts';

/** A schema, as far as programs are made from it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** A bundled contract, as the generators of the packages read it. */
export interface Bundle {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>> & {
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** What the generators of the packages make them from. */
export function bundleOf({ root }: Contract): Bundle {
  const { paths, components } = root as Partial<Bundle>;
  return {
    ...root,
    paths: paths ?? {},
    components: { ...components, schemas: components?.schemas ?? {} },
  };
}
