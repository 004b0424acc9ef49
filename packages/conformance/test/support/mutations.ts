import { resolve, type Schema } from '../../src/contract.ts';
import { fits } from '../../src/requests/faulty-requests.ts';
import { isSent } from './sent-schemas.ts';

/** A value that was changed in one place. */
export interface Mutation {
  /** What was done, such as `/items/0/status: misspelt`. */
  readonly title: string;
  readonly value: unknown;
  /**
   * Whether a response may have it: another value of an enumeration that no request has
   * there (decision D23). Anything else is wrong.
   */
  readonly isNew: boolean;
}

/**
 * Every way to change a valid value in one place that a type checker must notice: a required property
 * dropped, an optional one misspelt, a value of another type, an enumeration's value misspelt. The last
 * it must let pass where the value may be new.
 */
export function mutations(schema: Schema, value: unknown, pointer = ''): Mutation[] {
  const { branch, types } = branchOf(schema, value);
  if (branch === undefined || isAnything(branch)) return [];
  const here = (title: string, wrong: unknown, isNew = false) => ({
    title: `${pointer || '/'}: ${title}`,
    value: wrong,
    isNew,
  });

  if (value === null) return [here('not null', { wrong: true })];
  const found = [here('wrong type', ofAnotherType(types))];
  if (!types.includes('null')) found.push(here('null', null));
  if (typeof value === 'string' && (branch.enum || branch.const)) {
    found.push(here('misspelt', `${value}_`, Boolean(branch.enum) && !isSent(schema)));
  }
  if (Array.isArray(value)) {
    value.forEach((item, position) => {
      const inner = mutations(branch.items ?? {}, item, `${pointer}/${position}`);
      found.push(...inner.map((it) => ({ ...it, value: value.with(position, it.value) })));
    });
  } else if (typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      const values = branch.additionalProperties;
      const known = branch.properties?.[name] ?? (typeof values === 'object' ? values : {});
      if (branch.required?.includes(name)) found.push(here(`without ${name}`, rest));
      else if (branch.properties)
        found.push(here(`${name} misspelt`, { ...rest, [`${name}_`]: member }));
      const inner = mutations(known, member, `${pointer}/${name}`);
      found.push(...inner.map((it) => ({ ...it, value: { ...value, [name]: it.value } })));
    }
  }
  return found;
}

/** The branch of a choice that a value belongs to, and the types of all of them. */
function branchOf(
  schema: Schema,
  value: unknown,
): { branch: Schema | undefined; types: readonly (string | undefined)[] } {
  const target = resolve<Schema>(schema);
  const choices = (target.anyOf ?? target.oneOf)?.map((choice) => resolve<Schema>(choice));
  if (!choices) return { branch: target, types: [target.type].flat() };
  const wanted = choices.filter(({ type }) => (type === 'null') === (value === null));
  const branch = wanted.find((choice) => fits(choice, value)) ?? wanted[0];
  return { branch, types: choices.flatMap(({ type }) => type) };
}

function isAnything({ type, properties, additionalProperties }: Schema): boolean {
  return type === undefined || (type === 'object' && !properties && additionalProperties === true);
}

function ofAnotherType(types: readonly (string | undefined)[]): unknown {
  if (!types.includes('string')) return 'wrong';
  return types.includes('integer') ? true : 12;
}
