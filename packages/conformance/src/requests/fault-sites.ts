import { secretMark } from './arbitrary.ts';
import { resolve, type Schema } from '../contract.ts';
import { inheritedNames } from './random-text.ts';

/** The steps to a place in a JSON value. */
export type Steps = readonly (string | number)[];

/** A place in a value, and how to make the value wrong there and nowhere else. */
export interface FaultSite {
  readonly kind: 'type' | 'null' | 'misspelt' | 'tag' | 'missing';
  readonly steps: Steps;
  /** What to put there; undefined takes the member away. */
  readonly wrong: readonly unknown[];
}

/** Every place where a valid value of a schema can be made wrong, the value itself first. */
export function faultSites(schema: Schema, value: unknown, steps: Steps = []): FaultSite[] {
  const choices = choicesOf(schema);
  const types = choices.flatMap(({ type }) => type ?? []);
  const isSecret = choices.some((choice) => choice['x-secret']);
  if (choices.some(({ type }) => type === undefined)) return [];

  // Lenient parsers read a Boolean as a number.
  const isNumber = types.includes('integer') || types.includes('number');
  const wrong = [...others, ...(isSecret ? leaks : [])].filter(
    (it) => !isOneOf(types, it) && !(isNumber && it === true),
  );
  const sites: FaultSite[] = [{ kind: 'type', steps, wrong }];
  if (!types.includes('null')) sites.push({ kind: 'null', steps, wrong: [null] });

  const branch = choices.find((choice) => fits(choice, value));
  if (branch) sites.push(...within(branch, value, steps));
  return sites;
}

/** A value that was made wrong at a site, with the fault that `pick` chooses. */
export function withFault(value: unknown, { steps, wrong }: FaultSite, pick: number): unknown {
  return replace(value, steps, wrong[pick % wrong.length]);
}

function within(branch: Schema, value: unknown, steps: Steps): FaultSite[] {
  if (typeof value === 'string') return ofText(branch, value, steps);
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => faultSites(branch.items ?? {}, item, [...steps, at]));
  }
  if (typeof value !== 'object' || value === null) return [];

  const { properties = {}, required = [], additionalProperties } = branch;
  const values = typeof additionalProperties === 'object' ? additionalProperties : {};
  return Object.entries(value).flatMap(([name, member]): FaultSite[] => {
    const place = [...steps, name];
    const schema = Object.hasOwn(properties, name) ? properties[name]! : values;
    const inner = faultSites(schema, member, place);
    // Without its tag, an object can be of another kind.
    if (!required.includes(name) || schema.const !== undefined) return inner;
    return [{ kind: 'missing', steps: place, wrong: [undefined] }, ...inner];
  });
}

function ofText(branch: Schema, value: string, steps: Steps): FaultSite[] {
  const known = branch.enum ?? (branch.const === undefined ? undefined : [branch.const]);
  if (known) {
    const wrong = misspelt(value).filter((it) => !known.includes(it));
    return [{ kind: branch.enum ? 'misspelt' : 'tag', steps, wrong }];
  }
  return [];
}

function misspelt(value: string): string[] {
  const otherCase = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
  return [`${value}_`, value.slice(1), otherCase, ` ${value}`, `${value}\n`, '', ...inheritedNames];
}

/** One value or more of each type; null has a kind of its own. */
const others: readonly unknown[] = [true, 12, 1.5, 'wrong', [], ['wrong'], {}, { a: 1 }];
const leaks: readonly unknown[] = [
  `${secretMark}text`,
  [`${secretMark}item`],
  { leak: `${secretMark}member` },
];

function choicesOf(schema: Schema): Schema[] {
  const target = resolve<Schema>(schema);
  return (target.anyOf ?? target.oneOf)?.flatMap(choicesOf) ?? [target];
}

/** Whether a valid value is of this choice: by its type, and by its required and constant properties. */
export function fits({ type, properties = {}, required = [] }: Schema, value: unknown): boolean {
  if (!isOneOf([type ?? []].flat(), value)) return false;
  if (required.some((name) => !Object.hasOwn(Object(value) as object, name))) return false;
  return Object.entries(properties).every(([name, { const: tag }]) => {
    const { [name]: given } = value as Readonly<Record<string, unknown>>;
    return tag === undefined || given === tag || (given === undefined && !required.includes(name));
  });
}

function isOneOf(types: readonly string[], value: unknown): boolean {
  if (value === null) return types.includes('null');
  if (Array.isArray(value)) return types.includes('array');
  if (typeof value !== 'number') return types.includes(typeof value);
  return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
}

function replace(value: unknown, [step, ...rest]: Steps, wrong: unknown): unknown {
  if (step === undefined) return wrong;
  if (Array.isArray(value))
    return value.with(Number(step), replace(value[Number(step)], rest, wrong));
  const entries = Object.entries(value as object).flatMap(([name, member]) => {
    if (name !== step) return [[name, member]];
    return rest.length === 0 && wrong === undefined ? [] : [[name, replace(member, rest, wrong)]];
  });
  return Object.fromEntries(entries) as unknown;
}
