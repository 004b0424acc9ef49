import { type Contract, type Document, readContract } from '../../model/contract.ts';
import type { Schema } from '../contract/bundle.ts';

/** A part of a contract that may be changed. */
export type Changeable<T> = { -readonly [Name in keyof T]: Changeable<T[Name]> };

/** What tests change of a contract. */
export interface ChangeableContract {
  readonly paths: Record<string, Record<string, Record<string, unknown>>>;
  readonly components: Readonly<Record<string, Record<string, unknown>>> & {
    readonly schemas: Record<string, Changeable<Schema>>;
  };
}

/** A copy of a contract. */
export function copyOf(document: Document): ChangeableContract {
  return structuredClone(readContract(document).root) as unknown as ChangeableContract;
}

/** A contract with changes. */
export function changed(
  document: Document,
  change: (contract: ChangeableContract) => void,
): Document {
  const copy = copyOf(document);
  change(copy);
  return { file: 'changed.json', text: JSON.stringify(copy) };
}

/** A contract with changes, read. */
export function changedContract(
  document: Document,
  change: (contract: ChangeableContract) => void,
): Contract {
  return readContract(changed(document, change));
}
