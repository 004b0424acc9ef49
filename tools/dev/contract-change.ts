/** What has changed from one bundled contract to the next: only what is written in it, or its structure, too. */

const texts = words(
  'description summary title externalDocs tags x-tagGroups info x-codeSamples x-enumDescriptions',
  'x-provenance x-decision x-retry x-generation',
);
const examples = words('example examples');
/** What is below them has names of its own: a property may be called `description`. */
const tables = words(
  'properties patternProperties $defs dependentSchemas paths responses schemas headers requestBodies',
  'securitySchemes links callbacks content',
);
/** Their values are data. */
const values = words('default enum const');

type Table = Readonly<Record<string, unknown>>;

export interface ContractChange {
  /** Whether something but texts and examples has changed, so that what was made before may not fit any more. */
  readonly isStructural: boolean;
  /** What has changed, such as `schema Sandbox` or `descriptions`. */
  readonly what: string;
}

/** @returns undefined where both say the same */
export function contractChange(before: string, after: string): ContractChange | undefined {
  if (before === after) return undefined;
  const [old, now] = [JSON.parse(before) as Table, JSON.parse(after) as Table];
  const without = (omitted: ReadonlySet<string>) => [parts(old, omitted), parts(now, omitted)];
  const structures = changed(...(without(new Set([...texts, ...examples])) as [Table, Table]));
  if (structures.length > 0) return { isStructural: true, what: shortList(structures) };
  const isOnlyText = changed(...(without(texts) as [Table, Table])).length === 0;
  return { isStructural: false, what: isOnlyText ? 'descriptions' : 'examples' };
}

/** Makes a document say what another one of the same structure says; its objects stay the same ones. */
export function overwrite(target: Record<string, unknown>, source: Table): void {
  const old = { ...target };
  // In the order of the source, as the first example counts.
  for (const name of Object.keys(target)) delete target[name];
  for (const [name, value] of Object.entries(source)) {
    const kept = old[name];
    target[name] = isTable(kept) && isTable(value) ? kept : value;
    if (isTable(kept) && isTable(value)) overwrite(kept, value);
  }
}

/** The parts of a contract that can change, as texts, by what to call them. */
function parts(contract: Table, omitted: ReadonlySet<string>): Table {
  const { paths = {}, components = {}, ...rest } = contract;
  const found: Record<string, string> = {};
  const add = (name: string, part: unknown) =>
    (found[name] = JSON.stringify(reduced(part, omitted)));
  for (const [path, item] of Object.entries(paths as Table)) {
    for (const [key, part] of Object.entries(item as Table)) {
      const { operationId } = Object(part) as { operationId?: string };
      const name = operationId ? `operation ${operationId}` : `${key} of ${path}`;
      if (!omitted.has(key)) add(name, { path, key, part });
    }
  }
  for (const [kind, some] of Object.entries(components as Table)) {
    if (omitted.has(kind)) continue;
    const name = kind.replace(/ies$/, 'y').replace(/s$/, '');
    for (const [key, part] of Object.entries(some as Table)) add(`${name} ${key}`, part);
  }
  for (const [key, part] of Object.entries(reduced(rest, omitted) as Table)) add(key, part);
  return found;
}

function reduced(part: unknown, omitted: ReadonlySet<string>): unknown {
  if (Array.isArray(part)) return part.map((item) => reduced(item, omitted));
  if (!isTable(part)) return part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => !omitted.has(name))
      .map(([name, value]) => [name, values.has(name) ? value : inTable(name, value, omitted)]),
  );
}

function inTable(name: string, value: unknown, omitted: ReadonlySet<string>): unknown {
  // There, an example is what the mock responds with in a state.
  if (name === 'x-lifecycle') return reduced(value, texts);
  if (!tables.has(name) || !isTable(value)) return reduced(value, omitted);
  return Object.entries(value).map(([key, part]) => [key, reduced(part, omitted)]);
}

function changed(before: Table, after: Table): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]);
}

function shortList(names: readonly string[]): string {
  const rest = names.length - 3;
  return rest > 0 ? `${names.slice(0, 3).join(', ')} and ${rest} more` : names.join(', ');
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}
