import { namedEnums, type Document } from './document.ts';

/** The TypeScript source of a constant list of values for each enumeration of the contract. */
export function emitEnums(document: Document): string {
  return namedEnums(document)
    .map(([name, values]) =>
      [
        `/** The values of \`${name}\` that the contract knows. A service may send others. */`,
        `export const ${listName(name)} = [`,
        ...values.map((value) => `  ${JSON.stringify(value)},`),
        '] as const;',
        '',
      ].join('\n'),
    )
    .join('\n');
}

/**
 * The TypeScript source of a proof that each list has exactly the values of its type: it does not
 * compile otherwise.
 */
export function emitEnumsProof(document: Document): string {
  const names = namedEnums(document).map(([name]) => name);
  return [
    "import type * as aliases from './aliases.ts';",
    "import type * as lists from './enums.ts';",
    '',
    'type Same<A, B> = [A, B] extends [B, A] ? true : false;',
    'type Holds<T extends true> = T;',
    '',
    'export type Proof = [',
    ...names.map(
      (name) =>
        `  Holds<Same<(typeof lists.${listName(name)})[number], NonNullable<aliases.${name}>>>,`,
    ),
    '];',
    '',
  ].join('\n');
}

function listName(name: string): string {
  return `${name[0]?.toLowerCase()}${name.slice(1)}Values`;
}
