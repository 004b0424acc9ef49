import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Contract, type Document, readContract } from '../../model/contract.ts';
import type { Schema } from '../contract/bundle.ts';

const file = 'openapi/released/openapi.yaml';
const path = fileURLToPath(new URL(`../../../../${file}`, import.meta.url));

/** The contract of the last release. */
export const releasedDocument: Document = { file, text: readFileSync(path, 'utf8') };

/** A part of a contract that may be changed. */
export type Changeable<T> = { -readonly [Name in keyof T]: Changeable<T[Name]> };

/** What tests change of a contract. */
export interface ChangeableContract {
  readonly paths: Record<string, Record<string, Record<string, unknown>>>;
  readonly components: Readonly<Record<string, Record<string, unknown>>> & {
    readonly schemas: Record<string, Changeable<Schema>>;
  };
}

/** A copy of the released contract. */
export function copyOfReleased(): ChangeableContract {
  const { root } = readContract(releasedDocument);
  return structuredClone(root) as unknown as ChangeableContract;
}

/** The released contract with changes, in the place of the current one. */
export function documentWith(change: (contract: ChangeableContract) => void): Document {
  const copy = copyOfReleased();
  change(copy);
  return { file: 'openapi/dist/openapi.json', text: JSON.stringify(copy) };
}

/** The released contract with changes, read. */
export function contractWith(change: (contract: ChangeableContract) => void): Contract {
  return readContract(documentWith(change));
}
