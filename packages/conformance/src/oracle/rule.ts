import type { Operation } from '../contract.ts';
import type { Provenance } from './finding.ts';
import { followed, type Place, placeAt } from './contract-place.ts';

/** A part of the contract, with its provenance. */
export interface Rule {
  readonly provenance: Provenance;
  readonly decision: string | undefined;
  /** A pointer into the bundle. */
  readonly contract: string;
}

/** A place as a rule. */
export function ruleOf({ provenance, decision, pointer }: Place): Rule {
  return { provenance, decision, contract: pointer };
}

/**
 * The part of the contract at a location; its provenance is stated there, where a reference there leads, or
 * by what is around it.
 *
 * @param steps from the root of the bundle; references on the way are followed
 * @throws {Error} when there is no such place
 */
export function ruleAt(...steps: readonly string[]): Rule {
  const place = placeAt(...steps);
  return { ...ruleOf(followed(place)), contract: place.pointer };
}

/** An operation as a whole. */
export function operationRule({ path, method }: Operation): Rule {
  return ruleAt('paths', path, method);
}

/** That an operation wants a key. */
export function securityRule({ path, method }: Operation): Rule {
  return ruleAt('paths', path, method, 'security');
}

/**
 * A response that an operation declares. For an undeclared status: all responses, with the provenance of the
 * most binding one of the same class, or else of all. "Documented" on an operation does not cover its responses.
 */
export function answerRule({ path, method, responses }: Operation, status: number): Rule {
  if (responses[status]) return ruleAt('paths', path, method, 'responses', `${status}`);
  const all = ruleAt('paths', path, method, 'responses');
  const rules = Object.keys(responses).map((declared) => ({
    isAlike: declared[0] === `${status}`[0],
    rule: ruleAt('paths', path, method, 'responses', declared),
  }));
  const alike = rules.filter(({ isAlike }) => isAlike);
  const nearest = (alike.length > 0 ? alike : rules).map(({ rule }) => rule);
  return { ...all, ...mostBinding(nearest), contract: all.contract };
}

/** How the states of an enumeration change. */
export function lifecycleRule(name: string): Rule {
  return ruleAt('components', 'schemas', name, 'x-lifecycle');
}

/** A property of a schema. */
export function memberRule(schema: string, member: string): Rule {
  return ruleAt('components', 'schemas', schema, 'properties', member);
}

/** A parameter. */
export function parameterRule(name: string): Rule {
  return ruleAt('components', 'parameters', name);
}

/** What HTTP requires, where the contract states nothing. */
export const httpRule: Rule = { provenance: 'assumed', decision: undefined, contract: '#/paths' };

const byWeight: readonly Provenance[] = ['documented', 'observed', 'assumed'];

/** The first of the rules that bind a server most; undefined where there is none. */
export function mostBinding<T extends Rule>(rules: readonly T[]): T | undefined {
  return byWeight
    .map((provenance) => rules.find((rule) => rule.provenance === provenance))
    .find((rule) => rule !== undefined);
}
