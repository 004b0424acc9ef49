/** What has changed from one bundled contract to the next: only texts and examples, or also its structure. */
import {
  textKeywords,
  textWithout,
} from '@agent-conversation/contract/structure';
import {
  childrenOf,
  isObject,
  type JsonObject,
  operationsOf,
} from '@agent-conversation/contract';

const examples = ['example', 'examples'];

export interface ContractChange {
  /** Whether something but texts and examples has changed, so that what was made before may not fit any more. */
  readonly isStructural: boolean;
  /** What has changed, such as `schema Sandbox` or `descriptions`. */
  readonly what: string;
}

/** @returns undefined where both say the same */
export function contractChange(
  before: JsonObject,
  after: JsonObject,
): ContractChange | undefined {
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  const changed = (omitted: ReadonlySet<string>) => {
    const [one, other] = [partsOf(before, omitted), partsOf(after, omitted)];
    const names = new Set([...one.keys(), ...other.keys()]);
    return [...names].filter((name) => one.get(name) !== other.get(name));
  };
  const structures = changed(new Set([...textKeywords, ...examples]));
  if (structures.length > 0)
    return { isStructural: true, what: shortList(structures) };
  const isOnlyText = changed(textKeywords).length === 0;
  return {
    isStructural: false,
    what: isOnlyText ? 'descriptions' : 'examples',
  };
}

/** Makes a document say what another one of the same structure says; its objects stay the same ones. */
export function overwrite(
  target: Record<string, unknown>,
  source: JsonObject,
): void {
  const old = { ...target };
  // In the order of the source, as the first example counts.
  for (const name of Object.keys(target)) delete target[name];
  for (const [name, value] of Object.entries(source)) {
    const kept = old[name];
    const isKept = isObject(kept) && isObject(value);
    target[name] = isKept ? kept : value;
    if (isKept) overwrite(kept, value);
  }
}

type Part = [name: string, value: unknown];

/** The parts of a contract that can change, as texts, by what to call them. */
function partsOf(
  contract: JsonObject,
  omitted: ReadonlySet<string>,
): Map<string, string> {
  const { paths: _, components, ...rest } = contract;
  const parts = [
    ...operationsOf(contract).map(
      ({ id, path, method, value: operation, item }): Part => {
        const { parameters, servers } = item;
        return [
          `operation ${id}`,
          { path, method, operation, parameters, servers },
        ];
      },
    ),
    ...childrenOf(components)
      .filter(([kind]) => !omitted.has(String(kind)))
      .flatMap(([kind, all]) => {
        const singular = String(kind).replace(/ies$/, 'y').replace(/s$/, '');
        return childrenOf(all).map(([name, it]): Part => [
          `${singular} ${name}`,
          it,
        ]);
      }),
    ...Object.entries(rest).filter(([name]) => !omitted.has(name)),
  ];
  return new Map(
    parts.map(([name, part]) => [name, textWithout(omitted, part)]),
  );
}

function shortList(names: readonly string[]): string {
  const rest = names.length - 3;
  return rest > 0
    ? `${names.slice(0, 3).join(', ')} and ${rest} more`
    : names.join(', ');
}
