import type { Schema } from '../contract.ts';
import { enter, followed, type Place } from './contract-place.ts';
import { type Rule, ruleOf } from './rule.ts';

/**
 * The part of a schema that a value breaks.
 *
 * @param schema where the schema stands
 * @param pointer the place in the value, as a JSON Pointer (RFC 6901); a member that is missing and one that
 *   must not be there are pointed at themselves
 * @param keyword what is broken there, in the words of `@agent-conversation/validators`
 */
export function brokenRule(schema: Place, pointer: string, keyword: string): Rule {
  const steps = pointer.split('/').slice(1).map(unescaped);
  switch (keyword) {
    case 'required': {
      const around = walk(schema, steps.slice(0, -1));
      const name = steps.at(-1);
      return ruleOf(name === undefined ? around : (memberOf(around, name) ?? followed(around)));
    }
    case 'additionalProperties':
      return ruleOf(branchWith('properties', walk(schema, steps.slice(0, -1))));
    case 'discriminator':
      return ruleOf(branchWith('discriminator', walk(schema, steps.slice(0, -1))));
    default:
      return ruleOf(branchWith(keyword, walk(schema, steps)));
  }
}

/** A schema with its reference followed, and the branches of its choices, however deep they lie. */
export function branchesOf(place: Place): readonly Place[] {
  const known = branches.get(place);
  if (known) return known;
  const target = followed(place);
  const found = [target, ...choices.flatMap((keyword) => branchesIn(target, keyword))];
  branches.set(place, found);
  return found;
}

/** The branches of places that were asked for before. */
const branches = new WeakMap<Place, readonly Place[]>();

const choices = ['anyOf', 'oneOf', 'allOf'] as const;

function branchesIn(place: Place, keyword: (typeof choices)[number]): Place[] {
  const { [keyword]: inner = [] } = place.value as Schema;
  return inner.flatMap((_, position) => branchesOf(enter(place, keyword, `${position}`)));
}

/** Where the schema of a member or an item stands; undefined where the schema has none for it. */
export function inside(place: Place, step: string): Place | undefined {
  for (const branch of branchesOf(place)) {
    const { properties, items, additionalProperties } = branch.value as Schema;
    if (properties && Object.hasOwn(properties, step)) return enter(branch, 'properties', step);
    if (items && /^\d+$/.test(step)) return enter(branch, 'items');
    if (typeof additionalProperties === 'object') return enter(branch, 'additionalProperties');
  }
  return undefined;
}

/** As far into a schema as it has something for the steps. */
function walk(schema: Place, steps: readonly string[]): Place {
  let place = schema;
  for (const step of steps) {
    const next = inside(place, step);
    if (!next) return place;
    place = next;
  }
  return place;
}

/** Where a member is described; undefined where that is nowhere, or in more than one branch. */
function memberOf(place: Place, name: string): Place | undefined {
  const [found, ...others] = branchesOf(place).filter(({ value }) =>
    Object.hasOwn((value as Schema).properties ?? {}, name),
  );
  return found && others.length === 0 ? enter(found, 'properties', name) : undefined;
}

/** The branch that has a keyword; the schema as a whole where none has it, or more than one. */
function branchWith(keyword: string, place: Place): Place {
  const [found, ...others] = branchesOf(place).filter(({ value }) => keyword in value);
  return found && others.length === 0 ? found : followed(place);
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
