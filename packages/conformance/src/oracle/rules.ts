/** The elements of the contract that exchanges can violate, with their provenance. */
import { pointerTo, stepsOf } from '@agent-conversation/contract';
import { contract, type Operation, resolve, type Schema } from '../contract.ts';
import type { Provenance } from './exchange.ts';

/** A part of the contract. */
export interface Rule {
  readonly provenance: Provenance;
  readonly decision: string | undefined;
  /** A pointer into the bundle, such as `#/components/schemas/Sandbox`. */
  readonly contract: string;
}

/** A part of the contract with its value, which may be a reference. */
export interface Element extends Rule {
  readonly value: object;
}

interface Annotated {
  readonly 'x-provenance'?: Provenance;
  readonly 'x-decision'?: string;
}

const root: Element = {
  contract: '#',
  value: contract,
  provenance: 'documented',
  decision: undefined,
};

/**
 * Returns the element that steps lead to; references on the way are followed, one at the end is not.
 *
 * @throws {Error} if there is no such element
 */
export function elementAt(...steps: readonly string[]): Element {
  return enter(root, ...steps);
}

/** As {@link elementAt}, from another element. */
export function enter(from: Element, ...steps: readonly string[]): Element {
  return steps.reduce((outer, step) => {
    // Exchanges ask for the same elements again and again.
    const known = entered.get(outer) ?? new Map<string, Element>();
    entered.set(outer, known);
    const element = known.get(step) ?? childOf(followed(outer), step);
    known.set(step, element);
    return element;
  }, from);
}

const entered = new WeakMap<Element, Map<string, Element>>();

function childOf({ contract: pointer, value, ...around }: Element, step: string): Element {
  const inner = (value as Readonly<Record<string, unknown>>)[step];
  const place = pointerTo(pointer, step);
  if (typeof inner !== 'object' || inner === null) {
    throw new Error(`The contract has nothing at ${place}`);
  }
  return { contract: place, value: inner, ...originOf(inner, around) };
}

/** Returns the element that a reference leads to; the same one if there is none. */
export function followed(element: Element): Element {
  const { value } = element;
  if (!('$ref' in value) || typeof value.$ref !== 'string') return element;
  const target = resolve<object>({ $ref: value.$ref });
  return { contract: value.$ref, value: target, ...originOf(target, element) };
}

/** The provenance that an element states, or else that of what is around it. */
function originOf(value: Annotated, around: Omit<Rule, 'contract'>): Omit<Rule, 'contract'> {
  const { 'x-provenance': own, 'x-decision': decision } = value;
  if (own) return { provenance: own, decision };
  return { provenance: around.provenance, decision: around.decision };
}

/**
 * Returns the part of the contract at a location; its provenance is stated there, where a reference there
 * leads, or by what is around it.
 *
 * @throws {Error} if there is no such part
 */
export function ruleAt(...steps: readonly string[]): Rule {
  const element = elementAt(...steps);
  return { ...ruleOf(followed(element)), contract: element.contract };
}

/** An element without its value. */
export function ruleOf({ provenance, decision, contract: pointer }: Rule): Rule {
  return { provenance, decision, contract: pointer };
}

/** An operation as a whole. */
export const operationRule = ({ path, method }: Operation): Rule => ruleAt('paths', path, method);

/** That an operation requires a key. */
export const securityRule = ({ path, method }: Operation): Rule =>
  ruleAt('paths', path, method, 'security');

/** How the states of an enumeration change. */
export const lifecycleRule = (schema: string): Rule =>
  ruleAt('components', 'schemas', schema, 'x-lifecycle');

/** A property of a schema. */
export const propertyRule = (schema: string, property: string): Rule =>
  ruleAt('components', 'schemas', schema, 'properties', property);

/** A parameter. */
export const parameterRule = (name: string): Rule => ruleAt('components', 'parameters', name);

/** What HTTP requires, where the contract states nothing. */
export const httpRule: Rule = { provenance: 'assumed', decision: undefined, contract: '#/paths' };

/**
 * A response that an operation declares. For an undeclared status: all responses, with the provenance of the
 * most binding one of the same class, or else of all. "Documented" on an operation does not cover its responses.
 */
export function responseRule({ path, method, responses }: Operation, status: number): Rule {
  const declared = (...steps: string[]) => ruleAt('paths', path, method, 'responses', ...steps);
  if (responses[status]) return declared(`${status}`);
  const all = Object.keys(responses);
  const alike = all.filter((it) => it[0] === `${status}`[0]);
  const rules = (alike.length > 0 ? alike : all).map((it) => declared(it));
  return { ...mostBinding(rules)!, contract: declared().contract };
}

/**
 * The rule for a request without a parameter whose omission is assumed (`x-assumed: { omission }`): whatever the
 * response is, it violates nothing but an assumption.
 */
export function omissionRule(
  { path, method, parameters }: Operation,
  isSent: (parameter: string) => boolean,
): Rule | undefined {
  const position = parameters.findIndex(
    ({ name, 'x-assumed': assumed }) => assumed?.omission !== undefined && !isSent(name),
  );
  if (position < 0) return undefined;
  const element = elementAt('paths', path, method, 'parameters', `${position}`, 'x-assumed');
  const decision = parameters[position]!['x-assumed']!.omission;
  return { provenance: 'assumed', decision, contract: element.contract };
}

/** The first of the rules that bind a server most; undefined if there is none. */
export function mostBinding<T extends Rule>(rules: readonly T[]): T | undefined {
  const byWeight: readonly Provenance[] = ['documented', 'observed', 'assumed'];
  return byWeight
    .map((provenance) => rules.find((rule) => rule.provenance === provenance))
    .find((rule) => rule !== undefined);
}

/**
 * Returns the element of a schema that a value violates.
 *
 * @param pointer the location in the value, as a JSON Pointer (RFC 6901); a property that is missing and one
 *   that must not be there are pointed at themselves
 * @param keyword what is violated there, in the terms of `@agent-conversation/validators`
 */
export function violatedElement(schema: Element, pointer: string, keyword: string): Element {
  const steps = stepsOf(pointer);
  const around = () => descend(schema, steps.slice(0, -1));
  switch (keyword) {
    case 'required': {
      const name = steps.at(-1);
      if (name === undefined) return descend(schema, []);
      const owner = only(around(), ({ properties }) => Object.hasOwn(properties ?? {}, name));
      return owner ? enter(owner, 'properties', name) : followed(around());
    }
    case 'additionalProperties':
      return only(around(), ({ properties }) => properties !== undefined) ?? followed(around());
    case 'discriminator':
      return only(around(), (it) => keyword in it) ?? followed(around());
    default: {
      const violated = descend(schema, steps);
      return only(violated, (it) => keyword in it) ?? followed(violated);
    }
  }
}

/** The branch of a schema to which something applies; undefined if it applies to none or to several. */
function only(element: Element, applies: (schema: Schema) => boolean): Element | undefined {
  const [found, ...others] = branchesOf(element).filter(({ value }) => applies(value as Schema));
  return others.length === 0 ? found : undefined;
}

/** Returns as far into a schema as it has something for the steps. */
function descend(schema: Element, [step, ...rest]: readonly string[]): Element {
  const inner = step === undefined ? undefined : schemaOf(schema, step);
  return inner ? descend(inner, rest) : schema;
}

/** Returns the schema of a property or an item; undefined if the schema has none for it. */
export function schemaOf(schema: Element, step: string): Element | undefined {
  for (const branch of branchesOf(schema)) {
    const { properties, items, additionalProperties } = branch.value as Schema;
    if (properties && Object.hasOwn(properties, step)) return enter(branch, 'properties', step);
    if (items && /^\d+$/.test(step)) return enter(branch, 'items');
    if (typeof additionalProperties === 'object') return enter(branch, 'additionalProperties');
  }
  return undefined;
}

/** Returns a schema with its reference followed, and the branches of its choices, however deep they lie. */
export function branchesOf(schema: Element): readonly Element[] {
  const known = branches.get(schema);
  if (known) return known;
  const target = followed(schema);
  const choices = (['anyOf', 'oneOf', 'allOf'] as const).flatMap((keyword) =>
    ((target.value as Schema)[keyword] ?? []).flatMap((_, position) =>
      branchesOf(enter(target, keyword, `${position}`)),
    ),
  );
  const found = [target, ...choices];
  branches.set(schema, found);
  return found;
}

const branches = new WeakMap<Element, readonly Element[]>();
