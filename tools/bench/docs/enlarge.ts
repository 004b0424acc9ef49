/** What of a contract is looked at to enlarge it; everything else stays as it is. */
export interface Contract {
  readonly tags: readonly { readonly name: string }[];
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Readonly<Record<string, Values>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
}

type PathItem = Readonly<Record<string, Operation>>;

type Values = Readonly<Record<string, unknown>>;

/** Which copy is made, and how far it reaches. */
interface Copy {
  /** What its names end with. */
  readonly number: number;
  /** The operations that it has; a link to any other stays one to the original. */
  readonly operationIds: ReadonlySet<string>;
  /** Whether it has components of its own. */
  readonly whole: boolean;
}

/** Shared by all copies, as there is one key for the whole service. */
const shared = 'securitySchemes';
const component = new RegExp(`^#/components/(?!${shared}/)[^/]+/[^/]+`);
/** The resource that a path begins with, which tells the path of one copy from that of another. */
const resource = /\/api(?:\/v1)?\/[\w-]+/g;

/**
 * Makes a larger contract of one: the original and as many whole copies of it as there is room for, with
 * names, paths, tags, lifecycles and links of their own. A rest is made of single operations, with the
 * components of the original.
 *
 * @param count how many operations the result has
 * @throws {RangeError} when the contract has more than that
 */
export function enlarge<T extends Contract>(contract: T, count: number): T {
  const ids = operationIdsOf(contract);
  if (count < ids.length) throw new RangeError(`The contract has more than ${count} operations.`);
  const copies = Array.from({ length: Math.ceil(count / ids.length) - 1 }, (_, index): Copy => {
    const operationIds = new Set(ids.slice(0, count - (index + 1) * ids.length));
    return { number: index + 2, operationIds, whole: operationIds.size === ids.length };
  });
  const parts: readonly Contract[] = [contract, ...copies.map((copy) => copyOf(contract, copy))];
  return {
    ...contract,
    tags: parts.flatMap(({ tags }) => tags),
    'x-tagGroups': contract['x-tagGroups'].map((group, index) => ({
      ...group,
      tags: parts.flatMap((part) => part['x-tagGroups'][index]!.tags),
    })),
    paths: Object.assign({}, ...parts.map(({ paths }) => paths)) as Contract['paths'],
    components: Object.fromEntries(
      Object.keys(contract.components).map((kind) => [
        kind,
        Object.assign({}, ...parts.map(({ components }) => components[kind])),
      ]),
    ),
  };
}

/** How many operations a contract has. */
export function operationCount(contract: Contract): number {
  return operationIdsOf(contract).length;
}

function operationIdsOf({ paths }: Contract): string[] {
  return Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
}

function copyOf({ paths, tags, components, ...contract }: Contract, copy: Copy): Contract {
  const copied = Object.entries(paths)
    .map(([path, item]): [string, PathItem] => [ownPath(path, copy), copyItem(item, copy)])
    .filter(([, item]) => Object.keys(item).length > 0);
  const used = new Set(copied.flatMap(([, item]) => Object.values(item).flatMap((it) => it.tags)));
  const own = (tag: string) => numbered(tag, copy);
  return {
    tags: tags.map((tag) => ({ ...tag, name: own(tag.name) })).filter(({ name }) => used.has(name)),
    'x-tagGroups': contract['x-tagGroups'].map((group) => ({
      ...group,
      tags: group.tags.map(own).filter((tag) => used.has(tag)),
    })),
    paths: Object.fromEntries(copied),
    components: copy.whole ? copyComponents(components, copy) : {},
  };
}

function copyItem(item: PathItem, copy: Copy): PathItem {
  const operations = Object.entries(item).filter(([, it]) => copy.operationIds.has(it.operationId));
  return Object.fromEntries(
    operations.map(([method, operation]) => {
      const { tags, summary } = operation;
      const own = {
        tags: tags.map((tag) => numbered(tag, copy)),
        summary: numbered(summary, copy),
      };
      return [method, { ...rename(operation, copy), ...own }];
    }),
  );
}

function copyComponents(
  components: Contract['components'],
  copy: Copy,
): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(components)
      .filter(([kind]) => kind !== shared)
      .map(([kind, named]) => [
        kind,
        Object.fromEntries(
          Object.entries(named).map(([name, value]) => [
            `${name}${copy.number}`,
            rename(value, copy),
          ]),
        ),
      ]),
  );
}

/** A copy in which every name of a component or an operation is that of the copy. */
function rename<T>(original: T, copy: Copy): T {
  return JSON.parse(JSON.stringify(original), (key, value: unknown) => {
    if (typeof value === 'string') {
      if (key === 'operationId') return ownOperation(value, copy);
      if (key === 'source') return ownPath(value, copy);
      // A discriminator refers to components as well, by keys of any name.
      return copy.whole ? value.replace(component, `$&${copy.number}`) : value;
    }
    if (!isRecord(value)) return value;
    if (key === 'x-lifecycle') return renameCauses(value, copy);
    return key === 'examples' ? renameExamples(value, copy) : value;
  }) as T;
}

/** The examples of a body, each under the name of the component that it is. */
function renameExamples(examples: Values, { number }: Copy): Values {
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) => {
      const own = `${name}${number}`;
      const ref = isRecord(example) ? example['$ref'] : undefined;
      return [ref === `#/components/examples/${own}` ? own : name, example];
    }),
  );
}

/** A lifecycle, whose entries name operations and examples. */
function renameCauses(lifecycle: Values, copy: Copy): Values {
  const renameEntry = (entry: unknown) => {
    if (!isRecord(entry)) return entry;
    const { operation, example } = entry;
    return {
      ...entry,
      ...(typeof operation === 'string' && { operation: ownOperation(operation, copy) }),
      ...(typeof example === 'string' && { example: `${example}${copy.number}` }),
    };
  };
  return Object.fromEntries(
    Object.entries(lifecycle).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(renameEntry) : value,
    ]),
  );
}

function ownOperation(id: string, { operationIds, number }: Copy): string {
  return operationIds.has(id) ? `${id}${number}` : id;
}

function ownPath(text: string, { number }: Copy): string {
  return text.replaceAll(resource, `$&-${number}`);
}

function numbered(name: string, { number }: Copy): string {
  return `${name} (${number})`;
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
