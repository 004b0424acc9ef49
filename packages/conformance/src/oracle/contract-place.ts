import { contract, resolve } from '../contract.ts';
import type { Provenance } from './finding.ts';

/** A place in the contract, with what it and all around it tell of where it comes from. */
export interface Place {
  /** A pointer into the bundle, such as `#/components/schemas/Sandbox`. */
  readonly pointer: string;
  /** What stands there; it may be a reference. */
  readonly value: object;
  readonly provenance: Provenance;
  readonly decision: string | undefined;
}

interface Marked {
  readonly 'x-provenance'?: Provenance;
  readonly 'x-decision'?: string;
}

type Origin = Pick<Place, 'provenance' | 'decision'>;

const root: Place = {
  pointer: '#',
  value: contract,
  provenance: 'documented',
  decision: undefined,
};

/**
 * The place to which steps lead from the root of the bundle; references on the way are followed, one at
 * the end is not.
 *
 * @throws {Error} when there is no such place
 */
export function placeAt(...steps: readonly string[]): Place {
  return enter(root, ...steps);
}

/**
 * The place to which steps lead from another one; references on the way are followed, one at the end is
 * not.
 *
 * @throws {Error} when there is no such place
 */
export function enter(from: Place, ...steps: readonly string[]): Place {
  return steps.reduce((outer, step) => {
    const known = entered.get(outer) ?? new Map<string, Place>();
    entered.set(outer, known);
    const place = known.get(step) ?? oneStep(outer, step);
    known.set(step, place);
    return place;
  }, from);
}

/** Where steps have led before: exchanges ask for the same places again and again. */
const entered = new WeakMap<Place, Map<string, Place>>();

function oneStep(outer: Place, step: string): Place {
  const { pointer, value, ...origin } = followed(outer);
  const inner = (value as Readonly<Record<string, unknown>>)[step];
  const place = `${pointer}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  if (typeof inner !== 'object' || inner === null) {
    throw new Error(`The contract has nothing at ${place}`);
  }
  return { pointer: place, value: inner, ...originOf(inner, origin) };
}

/** The place that a reference leads to; the same place where there is none. */
export function followed(place: Place): Place {
  const { value, provenance, decision } = place;
  if (!('$ref' in value) || typeof value.$ref !== 'string') return place;
  const target = resolve<object>({ $ref: value.$ref });
  return {
    pointer: value.$ref,
    value: target,
    ...originOf(target, { provenance, decision }),
  };
}

/** Where a part of the contract comes from: it says so itself, or what is around it does. */
function originOf(value: Marked, around: Origin): Origin {
  const { 'x-provenance': provenance, 'x-decision': decision } = value;
  return provenance ? { provenance, decision } : around;
}
