/** The elements of the contract that exchanges can show or violate, with their provenance. */
import {
  childOf,
  pointerTo,
  provenances,
  type Schema,
  stepsOf,
} from '@agent-conversation/contract';
import { contract, type Operation, resolve } from '../contract.ts';
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
  /** What was entered from it: exchanges ask for the same elements again and again. */
  readonly entered: Map<string, Element>;
}

const root: Element = {
  contract: '#',
  provenance: 'documented',
  decision: undefined,
  value: contract,
  entered: new Map(),
};

/** Returns the element at a JSON Pointer; references on the way are followed, one at the end is not. */
export function elementAt(pointer: string): Element {
  return enter(root, ...stepsOf(pointer));
}

/** As {@link elementAt}, from another element. */
function enter(from: Element, ...steps: readonly string[]): Element {
  return steps.reduce((outer, step) => {
    const inner = outer.entered.get(step) ?? innerOf(followed(outer), step);
    outer.entered.set(step, inner);
    return inner;
  }, from);
}

function innerOf(outer: Element, step: string): Element {
  const value = childOf(outer.value, step) as object;
  const pointer = pointerTo(outer.contract, step);
  return annotated({ ...outer, contract: pointer, value, entered: new Map() });
}

/** Returns the element that a reference leads to; the same one if there is none. */
function followed(element: Element): Element {
  const { $ref } = element.value as Schema;
  if (typeof $ref !== 'string') return element;
  return annotated({
    ...element,
    contract: $ref,
    value: resolve<object>({ $ref }),
  });
}

/** The provenance of an element is the one that it states, or else that of what is around it. */
function annotated(element: Element): Element {
  const { 'x-provenance': provenance, 'x-decision': decision } =
    element.value as Schema;
  return provenance ? { ...element, provenance, decision } : element;
}

/**
 * Returns the part of the contract at a JSON Pointer; its provenance is stated there, where a reference there
 * leads, or by what is around it.
 */
export function ruleAt(pointer: string): Rule {
  const element = elementAt(pointer);
  return { ...ruleOf(followed(element)), contract: element.contract };
}

/** An element without its value. */
export function ruleOf({
  provenance,
  decision,
  contract: pointer,
}: Rule): Rule {
  return { provenance, decision, contract: pointer };
}

/** A property of a schema. */
export const propertyRule = (schema: string, property: string): Rule =>
  ruleAt(`/components/schemas/${schema}/properties/${property}`);

/** What HTTP requires, where the contract states nothing. */
export const httpRule: Rule = {
  provenance: 'assumed',
  decision: undefined,
  contract: '#/paths',
};

/**
 * A response that an operation declares. For an undeclared status: all responses, with the provenance of the
 * most binding one of the same class, or else of all. "Documented" on an operation does not cover its responses.
 */
export function responseRule(
  { pointer, responses }: Operation,
  status: number,
): Rule {
  const all = `${pointer}/responses`;
  if (responses[status]) return ruleAt(`${all}/${status}`);
  const declared = Object.keys(responses);
  const alike = declared.filter((it) => it[0] === `${status}`[0]);
  const rules = (alike.length > 0 ? alike : declared).map((it) =>
    ruleAt(`${all}/${it}`),
  );
  return { ...mostBinding(rules)!, contract: `#${all}` };
}

/**
 * The rule for a request without a parameter whose omission is assumed (`x-assumed: { omission }`): whatever the
 * response is, it violates nothing but an assumption.
 */
export function omissionRule(
  { pointer, parameters }: Operation,
  isSent: (parameter: string) => boolean,
): Rule | undefined {
  for (const [index, { name, 'x-assumed': assumed }] of parameters.entries()) {
    if (assumed?.omission === undefined || isSent(name)) continue;
    const rule = ruleAt(`${pointer}/parameters/${index}/x-assumed`);
    return { ...rule, provenance: 'assumed', decision: assumed.omission };
  }
  return undefined;
}

/** The first of those whose rules bind a server most; undefined if there is none. */
export function mostBinding<T extends Pick<Rule, 'provenance'>>(
  all: readonly T[],
): T | undefined {
  return provenances.flatMap((it) =>
    all.filter(({ provenance }) => provenance === it),
  )[0];
}

/**
 * Returns the element of a schema that a value violates: of a choice, the only branch to which the keyword applies, or
 * else the choice.
 *
 * @param pointer the location in the value, as a JSON Pointer (RFC 6901); a property that is missing and one
 *   that must not be there are pointed at themselves
 * @param keyword what is violated there, in the terms of `@agent-conversation/validators`
 */
export function violatedElement(
  schema: Element,
  pointer: string,
  keyword: string,
): Element {
  const steps = stepsOf(pointer);
  const isMissing = keyword === 'required';
  const isOfObject =
    isMissing || /^(additionalProperties|discriminator)$/.test(keyword);
  const name = isOfObject ? steps.pop() : undefined;
  if (isMissing && name === undefined) return schema;
  // The contract may have nothing for what is deeper.
  const violated = steps.reduce(
    (outer, step) => schemaOf(outer, step) ?? outer,
    schema,
  );
  const [owner, ...others] = branchesOf(violated).filter(({ value }) => {
    const { properties } = value as Schema;
    if (isMissing) return Object.hasOwn(properties ?? {}, name!);
    return keyword === 'additionalProperties'
      ? properties !== undefined
      : keyword in value;
  });
  if (!owner || others.length > 0) return followed(violated);
  return isMissing ? enter(owner, 'properties', name!) : owner;
}

/** Returns the schema of a property or an item; undefined if the schema has none for it. */
export function schemaOf(schema: Element, step: string): Element | undefined {
  for (const branch of branchesOf(schema)) {
    const { properties, items, additionalProperties } = branch.value as Schema;
    if (properties && Object.hasOwn(properties, step))
      return enter(branch, 'properties', step);
    if (items && /^\d+$/.test(step)) return enter(branch, 'items');
    if (typeof additionalProperties === 'object')
      return enter(branch, 'additionalProperties');
  }
  return undefined;
}

/** Returns a schema with its reference followed, and the branches of its choices, however deep they lie. */
export function branchesOf(schema: Element): readonly Element[] {
  const known = branches.get(schema);
  if (known) return known;
  const target = followed(schema);
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
    Object.keys(childOf(target.value, keyword) ?? []).flatMap((at) =>
      branchesOf(enter(target, keyword, at)),
    ),
  );
  const all = [target, ...choices];
  branches.set(schema, all);
  return all;
}

const branches = new WeakMap<Element, readonly Element[]>();
