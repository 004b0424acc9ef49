/** The values of a body with their schemas. */
import {
  branchesOf,
  childOf,
  childrenOf,
  isList,
  type Json,
  type JsonObject,
  matchesBranch,
  objectOf,
  pointerTo,
  resolve,
  type Resolved,
  stepsOf,
} from '@agent-conversation/contract';
import { contract } from '../../src/contract.ts';

/** A value in a body, with the schema that applies to it. */
export interface SchemaValue {
  /** JSON Pointer into the body. */
  readonly pointer: string;
  readonly value: Json;
  /** Behind its references; of `oneOf` and `anyOf`, the branch that the value matches. */
  readonly schema: JsonObject;
  /** The types that all branches allow together; undefined for any type. */
  readonly types: readonly string[] | undefined;
  /** The property that distinguishes the alternatives of its schema. */
  readonly tag: string | undefined;
  /** Whether it is the tag of its object. */
  readonly isDiscriminator: boolean;
  /** The pointer of the value, here or further out, whose schema has alternatives without a tag. */
  readonly union: string | undefined;
}

type Position = Pick<
  SchemaValue,
  'pointer' | 'value' | 'isDiscriminator' | 'union'
>;

/** Returns all values of a valid body with their schemas, from the outside to the inside. */
export function schemaValuesOf(schema: unknown, body: Json): SchemaValue[] {
  return visit(schema, {
    pointer: '',
    value: body,
    isDiscriminator: false,
    union: undefined,
  });
}

function visit(node: unknown, at: Position): SchemaValue[] {
  const branches = branchesOf(contract, node);
  const matching = branches.find((branch) =>
    matchesBranch(contract, branch.value, at.value),
  );
  const schema = objectOf(matching?.value);
  const types = branches.map(({ value }) => childOf(value, 'type'));
  const choices = branches.filter(
    ({ value }) => childOf(value, 'type') !== 'null',
  );
  const tag = choices.length > 1 ? tagOf(choices) : undefined;
  const isOpen = choices.length > 1 && tag === undefined;
  const union = at.union ?? (isOpen ? at.pointer : undefined);
  const visited = {
    ...at,
    tag,
    union,
    schema,
    types: types.includes(undefined) ? undefined : (types.flat() as string[]),
  };
  const inner = childrenOf(at.value).flatMap(([step, value]) => {
    const pointer = pointerTo(at.pointer, step);
    return visit(schemaOf(schema, step), {
      value,
      pointer,
      union,
      isDiscriminator: step === tag,
    });
  });
  return [visited, ...inner];
}

/** Returns the property that has a constant in each alternative of a schema. */
function tagOf(branches: readonly Resolved[]): string | undefined {
  const names = Object.keys(
    objectOf(childOf(branches[0]?.value, 'properties')),
  );
  return names.find((name) =>
    branches.every(({ value }) => {
      const property = childOf(childOf(value, 'properties'), name);
      return childOf(resolve(contract, property).value, 'const') !== undefined;
    }),
  );
}

/** Returns the schema of a property or an item. */
function schemaOf(schema: JsonObject, step: string | number): Json | undefined {
  if (typeof step === 'number')
    return childOf(schema['prefixItems'], step) ?? schema['items'];
  return childOf(schema['properties'], step) ?? schema['additionalProperties'];
}

/** Returns a copy of a value in which another value stands at a JSON Pointer that exists. */
export function replaceAt(
  value: unknown,
  pointer: string,
  replacement: unknown,
): unknown {
  const replace = (
    at: unknown,
    [step, ...rest]: readonly string[],
  ): unknown => {
    if (step === undefined) return replacement;
    if (isList(at))
      return at.with(Number(step), replace(at[Number(step)], rest) as Json);
    return { ...objectOf(at), [step]: replace(childOf(at, step), rest) };
  };
  return replace(value, stepsOf(pointer));
}
