import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { below, valueAt } from '../../model/pointer.ts';
import { operationsOf } from '../../judge/operations.ts';
import type { Contract } from '../../model/contract.ts';
import { DiffInputError } from '../../model/diff-input-error.ts';
import { reachedFrom } from '../contract/reached-from.ts';
import { schemaPointer } from './imports.ts';
import type { Program, Use } from './use.ts';

const folder = 'tools/diff/source/programs';

/**
 * The programs that were written by hand. Each part of them begins with a comment, whose first sentence says what
 * it does and whose `@about` names the operations, schemas and members that it is about.
 *
 * @param contracts where these are looked up
 * @throws {DiffInputError} when a part lacks its comment, or names what is in none of the contracts
 */
export function writtenPrograms(contracts: readonly Contract[]): Program[] {
  const path = fileURLToPath(new URL('../programs/', import.meta.url));
  return globSync('*.ts', { cwd: path })
    .toSorted()
    .map((file) =>
      writtenProgram(`${folder}/${file}`, readFileSync(`${path}${file}`, 'utf8'), contracts),
    );
}

/**
 * A program that was written by hand, from its text.
 *
 * @throws {DiffInputError} as `writtenPrograms` does
 */
export function writtenProgram(
  name: string,
  text: string,
  contracts: readonly Contract[],
): Program {
  const parts = text.replace(/\n$/, '').split(/\n(?=\/\*\*)/);
  let line = 1;
  const [first, ...others] = parts.map((part) => {
    const use = useOf({ name, text: part, line }, contracts);
    line += part.split('\n').length;
    return use;
  });
  // The imports of all parts stand in the first.
  const reasons = [first!, ...others].flatMap((it) => it.reasons);
  return { name, needsClient: true, uses: [{ ...first!, reasons: unique(reasons) }, ...others] };
}

/** A part of a program, and the line of the program in which it begins. */
interface Part {
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

function useOf({ name, text, line }: Part, contracts: readonly Contract[]): Use {
  const comment = /^\/\*\*(.*?)\*\//s.exec(text)?.[1]?.replaceAll(/^ *\*( |$)/gm, '') ?? '';
  const purpose = /^(.+?)\.(?:\s|$)/s.exec(comment.trim())?.[1]?.replaceAll(/\s+/g, ' ');
  const about = /@about\s+(.+?)\s*$/s.exec(comment)?.[1]?.split(/,\s*/);
  if (!purpose || !about) {
    const what = 'each part must begin with a comment, with a sentence and an @about';
    throw new DiffInputError(name, line, what);
  }
  const reasons = about.flatMap((it) => {
    const found = contracts.flatMap((contract) => pointersOf(it, contract));
    if (found.length > 0) return found;
    const [before = ''] = text.split('@about');
    const what = `@about names ${it}, which is no operation, schema or member of the contract`;
    throw new DiffInputError(name, line + before.split('\n').length - 1, what);
  });
  return {
    kind: 'program',
    pointer: reasons[0]!,
    reasons: unique(reasons),
    purpose: `${purpose[0]!.toLowerCase()}${purpose.slice(1)}`,
    text,
  };
}

function unique(pointers: readonly string[]): string[] {
  return [...new Set(pointers)];
}

/** Where an operation, a schema or a member stands, and what it is made of. */
function pointersOf(name: string, contract: Contract): string[] {
  const operation = operationsOf(contract).find(({ id }) => id === name);
  const [schemaName = '', memberName] = name.split('.');
  const schema = schemaPointer(schemaName);
  const pointer =
    operation?.pointer ??
    (memberName === undefined ? schema : below(schema, 'properties', memberName));
  const part = valueAt(contract.root, pointer);
  return part === undefined ? [] : [pointer, ...reachedFrom(contract, part)];
}
