interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
}

export interface Contract {
  readonly tags: readonly { readonly name: string }[];
  readonly 'x-tagGroups': readonly {
    readonly name: string;
    readonly tags: readonly string[];
  }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/**
 * Makes a contract with `count` operations, to measure how builds grow: copies of all operations under paths,
 * operationIds and tags of their own. The components are shared.
 */
export function enlarge<T extends Contract>(contract: T, count: number): T {
  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
  const paths: Record<string, Record<string, Operation>> = {};
  const used = new Set<string>();
  for (let index = 0; index < count; index++) {
    const { path, method, operation } = operations[index % operations.length]!;
    const copy = 1 + Math.floor(index / operations.length);
    const copyPath =
      copy === 1
        ? path
        : path.replace(/^\/api(\/v1)?\/[\w-]+/, `$&-${lettersOf(copy)}`);
    const operationId = operation.operationId + (copy === 1 ? '' : copy);
    const tags = operation.tags.map((tag) =>
      copy === 1 ? tag : `${tag} (${copy})`,
    );
    for (const tag of tags) used.add(tag);
    (paths[copyPath] ??= {})[method] = { ...operation, operationId, tags };
  }
  const copiesOf = (name: string) =>
    [...used].filter(
      (tag) => tag === name || tag.replace(/ \(\d+\)$/, '') === name,
    );
  return {
    ...contract,
    tags: contract.tags.flatMap((tag) =>
      copiesOf(tag.name).map((name) => ({ ...tag, name })),
    ),
    'x-tagGroups': contract['x-tagGroups'].map((it) => ({
      ...it,
      tags: it.tags.flatMap(copiesOf),
    })),
    paths,
  };
}

/** Returns a number in letters, as names of resources have no digits. */
function lettersOf(number: number): string {
  return number
    .toString(26)
    .replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!);
}
