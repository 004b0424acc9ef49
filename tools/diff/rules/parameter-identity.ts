import type { Context } from '../compare/comparer.ts';
import type { Contract } from '../model/contract.ts';
import { isSame, type Json, member, textOf } from '../model/json.ts';
import { valueAt } from '../model/pointer.ts';
import { targetOf } from '../model/references.ts';
import { type Belongs, isSameElement } from './listed.ts';

/**
 * Which parameters belong to each other.
 * @param renamed names in the path that are others now
 */
export function testsOf(
  renamed: ReadonlyMap<string, string>,
  context: Context,
): readonly Belongs[] {
  const isAlike: Belongs = (released, current) => {
    const [place, name] = identityOf(released, context.released);
    const now = place === 'path' ? (renamed.get(name) ?? name) : name;
    return isSame([place, now], identityOf(current, context.current));
  };
  return [isSameElement, isSameReference, isAlike];
}

const isSameReference: Belongs = (released, current) => {
  const $ref = member(released, '$ref');
  return $ref !== undefined && $ref === member(current, '$ref');
};

/** The names in a path that are others now, if the paths are the same but for them. */
export function renamedIn(before: string, after: string): ReadonlyMap<string, string> {
  const [names, now] = [namesIn(before), namesIn(after)];
  const isSamePath = before.replaceAll(/\{[^}]*\}/g, '{}') === after.replaceAll(/\{[^}]*\}/g, '{}');
  const pairs = names.map((name, index) => [name, now[index] ?? name] as const);
  return new Map(isSamePath ? pairs.filter(([one, other]) => one !== other) : []);
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
}

/** By what a parameter is known: its place and its name. */
export function identityOf(value: Json | undefined, contract: Contract): readonly [string, string] {
  const its = resolved(value, contract);
  return [textOf(member(its, 'in')), textOf(member(its, 'name'))];
}

/** A parameter itself, in place of a reference to it. */
export function resolved(value: Json | undefined, { root }: Contract): Json | undefined {
  const $ref = member(value, '$ref');
  return typeof $ref === 'string' ? valueAt(root, targetOf($ref)) : value;
}
