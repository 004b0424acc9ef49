import type { Sources } from './sources.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T09:30:00Z',
  date: '2026-01-15',
  uuid: '0f6b8c1e-3a44-4d0e-9a51-7c2e5b9d1f36',
  uri: 'https://example.com/',
  email: 'ada@example.com',
};

/** A value that a named schema allows: the members that it requires, with the plainest values. */
export function sampleOf(sources: Sources, name: string): unknown {
  const schema = schemaOf(sources, name);
  const value = sample(sources, schema, name);
  // An object that requires nothing still shows something.
  const [first] = Object.entries(schema.properties ?? {});
  return first && Object.keys(value as object).length === 0
    ? { [first[0]]: sample(sources, first[1], first[0]) }
    : value;
}

function schemaOf(sources: Sources, name: string): Schema {
  return sources.yaml(`openapi/components/schemas/${name}.yaml`);
}

function sample(sources: Sources, schema: Schema, name: string): unknown {
  const component = schema.$ref && /(\w+)\.yaml$/.exec(schema.$ref)?.[1];
  if (component) {
    return sample(sources, schemaOf(sources, component), name);
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return sample(sources, choice, name);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((member) => [
          member,
          sample(sources, schema.properties?.[member] ?? {}, member),
        ]),
      );
    case 'array':
      return [];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return texts[schema.format ?? ''] ?? `${name.replaceAll('_', '-')}-1`;
  }
}
