import {
  type Comparer,
  compareMembers,
  type Context,
  namesOf,
  type Table,
  unclassified,
} from '../compare/comparer.ts';
import { methods } from '../judge/operations.ts';
import type { Pair } from '../model/finding.ts';
import { isRecord, type Json, member } from '../model/json.ts';
import { inner } from '../model/pair.ts';
import { compareOperations } from './operations.ts';
import { sharedParameters } from './effective-parameters.ts';
import { servers } from './servers.ts';
import { description, text } from './texts.ts';

/** The paths: their operations, and what they have for all of them. */
export function comparePaths(paths: Pair, context: Context): void {
  compareOperations(context);
  for (const name of namesOf(paths)) {
    const item = inner(paths, name);
    const { released, current } = item;
    const isBoth = released.value !== undefined && current.value !== undefined;
    if (isBoth) compareMembers(item, pathTable, context);
    else if (!hasOperation(released.value ?? current.value)) unclassified(item, item, context);
  }
}

function hasOperation(item: Json | undefined): boolean {
  return methods.some((method) => isRecord(member(item, method)));
}

const toldAlready: Comparer = () => undefined;

const pathTable: Table = {
  ...Object.fromEntries(methods.map((method) => [method, toldAlready])),
  summary: text('summary'),
  description,
  servers,
  parameters: sharedParameters,
};
