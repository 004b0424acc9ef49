/** What the faults read of an OpenAPI document: operations, declared responses and the schema at each value. */

/** A JSON Schema, as far as the faults read it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly uniqueItems?: boolean;
  readonly writeOnly?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly unevaluatedProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string };
  readonly 'x-lifecycle'?: Lifecycle;
  readonly 'x-secret'?: boolean;
}

/** The states of a resource and the transitions between them. */
export interface Lifecycle {
  readonly final: readonly string[];
  readonly transitions: readonly {
    readonly from: string;
    readonly to: string;
    readonly operation?: string;
  }[];
}

export interface Header {
  readonly required?: boolean;
  readonly schema?: Schema;
  readonly example?: unknown;
}

/** A bundled OpenAPI document. */
export interface ContractDocument {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: unknown;
}

/** What an operation declares for a status. */
export interface DeclaredResponse {
  readonly headers: ReadonlyMap<string, Header>;
  /** Undefined where no body is declared. */
  readonly mediaType: string | undefined;
  readonly schema: Schema | undefined;
  /** The values of the examples by name. */
  readonly examples: ReadonlyMap<string, unknown>;
}

export interface Operation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** The path template. */
  readonly path: string;
  readonly responses: ReadonlyMap<string, DeclaredResponse>;
  /** The first example of the request body. */
  readonly requestExample: unknown;
}

/** A value inside a body, with the schema that applies to it. */
export interface Place {
  /** JSON Pointer into the body. */
  readonly pointer: string;
  readonly value: unknown;
  /** The schema; for `oneOf` and `anyOf` the branch that the value matches. */
  readonly schema: Schema;
  /** The types that all branches allow; undefined for any type. */
  readonly types: readonly string[] | undefined;
  /** Whether it is the discriminator of the object around it. */
  readonly isTag: boolean;
  readonly isBelowRecursion: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** A document with the lookups that the faults need. */
export class Contract {
  readonly operations: readonly Operation[];
  readonly #document: ContractDocument;
  readonly #recursive = new Map<string, boolean>();

  constructor(document: ContractDocument) {
    this.#document = document;
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Json)
        .filter(([, value]) => isObject(value) && 'operationId' in value)
        .map(([method, value]) => this.#operation(method, path, value as Json)),
    );
  }

  /** Follows a `$ref`; keywords beside it apply as well. */
  resolve<T>(value: T): T {
    if (!isObject(value) || typeof value['$ref'] !== 'string') return value;
    const { $ref, ...beside } = value;
    const steps = $ref.slice(2).split('/').map(unescape);
    const target = steps.reduce<unknown>((at, step) => (at as Json)[step], this.#document);
    return { ...(this.resolve(target) as Json), ...beside } as T;
  }

  /** The operation that a request calls, with its decoded path parameters. */
  route(
    method: string,
    pathname: string,
  ): { operation: Operation; path: Readonly<Record<string, string>> } | undefined {
    const steps = pathname.split('/');
    for (const operation of this.operations) {
      const template = operation.path.split('/');
      const matches =
        operation.method === method &&
        template.length === steps.length &&
        template.every((part, at) => part.startsWith('{') || part === steps[at]);
      if (matches) {
        const names = template.flatMap((part, at) =>
          part.startsWith('{') ? [[part.slice(1, -1), decode(steps[at]!)]] : [],
        );
        return { operation, path: Object.fromEntries(names) as Record<string, string> };
      }
    }
    return undefined;
  }

  /** All values of a valid body, from the outside to the inside. */
  places(schema: Schema, body: unknown): readonly Place[] {
    const found: Place[] = [];
    const visit = (
      outer: Schema,
      value: unknown,
      pointer: string,
      around: Pick<Place, 'isTag' | 'isBelowRecursion'>,
    ): void => {
      const branches = this.#branches(outer);
      const branch = branches.find((each) => this.#fits(each, value)) ?? {};
      const resolved = this.resolve(branch);
      const each = branches.map((it) => this.resolve(it).type);
      const isBelowRecursion =
        around.isBelowRecursion ||
        [outer, ...branches].some(({ $ref }) => $ref !== undefined && this.#isRecursive($ref));
      found.push({
        pointer,
        value,
        schema: resolved,
        types: each.includes(undefined) ? undefined : each.flatMap((type) => type ?? []),
        isTag: around.isTag,
        isBelowRecursion,
      });
      const tag = this.resolve(outer).discriminator?.propertyName;
      for (const [step, part] of partsOf(value)) {
        visit(schemaAt(resolved, step), part, child(pointer, step), {
          isTag: step === tag,
          isBelowRecursion,
        });
      }
    };
    visit(schema, body, '', { isTag: false, isBelowRecursion: false });
    return found;
  }

  #operation(method: string, path: string, value: Json): Operation {
    const responses = Object.entries(value['responses'] as Json);
    const request = this.resolve(value['requestBody'] ?? {}) as Json;
    return {
      id: value['operationId'] as string,
      method: method.toUpperCase(),
      path,
      responses: new Map(
        responses.map(([status, each]) => [status, this.#declared(this.resolve(each) as Json)]),
      ),
      requestExample: [...this.#declared(request).examples.values()][0],
    };
  }

  #declared({ headers = {}, content = {} }: Json): DeclaredResponse {
    const [mediaType, media] = Object.entries(content as Readonly<Record<string, Json>>)[0] ?? [];
    const named = (all: unknown) =>
      Object.entries((all ?? {}) as Json).map(
        ([name, each]) => [name, this.resolve(each) as Json] as const,
      );
    return {
      headers: new Map(named(headers)),
      mediaType,
      schema: media?.['schema'] as Schema | undefined,
      examples: new Map(named(media?.['examples']).map(([name, { value }]) => [name, value])),
    };
  }

  #branches(outer: Schema): readonly Schema[] {
    const { anyOf, oneOf } = this.resolve(outer);
    const choice = anyOf ?? oneOf;
    return choice ? choice.flatMap((each) => this.#branches(each)) : [outer];
  }

  #fits(branch: Schema, value: unknown): boolean {
    const { type, const: constant, properties = {} } = this.resolve(branch);
    if (constant !== undefined && constant !== value) return false;
    if (type !== undefined && ![type].flat().some((each) => isOfType(value, each))) return false;
    return (
      !isObject(value) ||
      Object.entries(properties).every(
        ([name, { const: tag }]) => tag === undefined || !(name in value) || value[name] === tag,
      )
    );
  }

  #isRecursive($ref: string): boolean {
    const known = this.#recursive.get($ref);
    if (known !== undefined) return known;
    const reached = new Set<string>();
    const gather = (value: unknown): void => {
      for (const [step, part] of partsOf(value)) {
        if (step !== '$ref' || typeof part !== 'string') gather(part);
        else if (!reached.has(part)) {
          reached.add(part);
          gather(this.resolve({ $ref: part }));
        }
      }
    };
    gather(this.resolve({ $ref }));
    this.#recursive.set($ref, reached.has($ref));
    return reached.has($ref);
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value has a JSON Schema type. */
export function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

/** The JSON Pointer of a child. */
export function child(pointer: string, step: string | number): string {
  return `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A copy of a value in which another value stands at the JSON Pointer. */
export function replaceAt(value: unknown, pointer: string, replacement: unknown): unknown {
  if (pointer === '') return replacement;
  const [, step = '', ...rest] = pointer.split('/');
  const inner = rest.map((each) => `/${each}`).join('');
  const changed = partsOf(value).map(([key, part]) => [
    key,
    String(key) === unescape(step) ? replaceAt(part, inner, replacement) : part,
  ]);
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed);
}

/** Any value that a simple schema allows. */
export function sampleOf({
  type,
  format,
  minimum = 1,
  const: constant,
  enum: all,
}: Schema): unknown {
  if (constant !== undefined) return constant;
  if (all) return all[0];
  const formats: Json = {
    'date-time': '2026-01-31T12:00:00Z',
    uuid: '0f6b8c1e-3d52-4a7b-9c1d-2e3f4a5b6c7d',
  };
  const samples: Json = {
    null: null,
    boolean: true,
    integer: minimum,
    number: minimum,
    array: [],
    object: {},
  };
  const [first = ''] = [type ?? []].flat();
  return first in samples ? samples[first] : (formats[format ?? ''] ?? 'sample');
}

function partsOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : [];
}

function schemaAt(schema: Schema, step: string | number): Schema {
  if (typeof step === 'number') return schema.prefixItems?.[step] ?? schema.items ?? {};
  const { properties = {}, additionalProperties } = schema;
  if (Object.hasOwn(properties, step)) return properties[step]!;
  return typeof additionalProperties === 'object' ? additionalProperties : {};
}

function unescape(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
