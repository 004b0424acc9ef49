/** The values of a body with their schemas. */
import {
  branchesOf,
  childOf,
  childrenOf,
  isList,
  isOfType,
  type Json,
  type JsonObject,
  objectOf,
  pointerTo,
  resolve,
  type Resolved,
  stepsOf,
} from '@agent-conversation/contract';

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
  /** The pointers of the referenced schemas that apply to it or to a value around it. */
  readonly references: readonly string[];
}

/** Returns all values of a valid body with their schemas, from the outside to the inside. */
export function schemaValuesOf(root: unknown, schema: unknown, body: Json): SchemaValue[] {
  const visit = (
    node: unknown,
    at: Omit<SchemaValue, 'schema' | 'types' | 'tag'>,
  ): SchemaValue[] => {
    const outer = resolve(root, node);
    const branches = branchesOf(root, node);
    const branch = objectOf(branches.find((it) => isMatch(root, it.value, at.value))?.value);
    const types = branches.map(({ value }) => childOf(value, 'type'));
    const choices = branches.filter(({ value }) => childOf(value, 'type') !== 'null');
    const tag = choices.length > 1 ? tagOf(root, choices) : undefined;
    const isOpen = choices.length > 1 && tag === undefined;
    const followed = [outer, ...branches].flatMap(({ pointer }) => pointer ?? []);
    const found: SchemaValue = {
      ...at,
      tag,
      union: at.union ?? (isOpen ? at.pointer : undefined),
      schema: branch,
      types: types.includes(undefined) ? undefined : (types.flat() as string[]),
      references: [...new Set([...at.references, ...followed])],
    };
    const inner = childrenOf(at.value).flatMap(([step, value]) => {
      const child = { value, pointer: pointerTo(at.pointer, step), isDiscriminator: step === tag };
      return visit(schemaOf(branch, step), { ...found, ...child });
    });
    return [found, ...inner];
  };
  const start = { isDiscriminator: false, union: undefined, references: [] };
  return visit(schema, { ...start, pointer: '', value: body });
}

/** Returns the property that has a constant in each alternative of a schema. */
function tagOf(root: unknown, branches: readonly Resolved[]): string | undefined {
  const hasTag = (branch: Resolved, name: string) =>
    childOf(resolve(root, childOf(childOf(branch.value, 'properties'), name)).value, 'const');
  const names = Object.keys(objectOf(childOf(branches[0]?.value, 'properties')));
  return names.find((name) => branches.every((it) => hasTag(it, name) !== undefined));
}

/** Whether a value has the type and the constants that set a branch apart. */
function isMatch(root: unknown, branch: unknown, value: Json): boolean {
  const { type, const: constant, properties } = objectOf(branch);
  if (constant !== undefined && constant !== value) return false;
  if (type !== undefined && ![type].flat().some((each) => isOfType(value, each))) return false;
  return Object.entries(objectOf(properties)).every(([name, property]) => {
    const [tag, own] = [childOf(resolve(root, property).value, 'const'), childOf(value, name)];
    return tag === undefined || own === undefined || own === tag;
  });
}

/** Returns the schema of a property or an item. */
function schemaOf(schema: JsonObject, step: string | number): Json | undefined {
  if (typeof step === 'number') return childOf(schema['prefixItems'], step) ?? schema['items'];
  return childOf(schema['properties'], step) ?? schema['additionalProperties'];
}

/** Returns a copy of a value in which another value stands at a JSON Pointer that exists. */
export function replaceAt(value: unknown, pointer: string, replacement: unknown): unknown {
  const replace = (at: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (step === undefined) return replacement;
    if (isList(at)) return at.with(Number(step), replace(at[Number(step)], rest) as Json);
    return { ...objectOf(at), [step]: replace(childOf(at, step), rest) };
  };
  return replace(value, stepsOf(pointer));
}
