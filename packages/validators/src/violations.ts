/** Violations, and their messages. A message is made of what the contract states alone, never of a value. */
import { pointerTo } from '@agent-conversation/contract';
import type { Options, Part, Violation } from './api.ts';

/** What generated code finds wrong, in the form that Ajv gives it. */
interface Failure {
  readonly instancePath: string;
  /** Only of a choice, and of what is in its branches. */
  readonly schemaPath?: string;
  readonly keyword: string;
  readonly params: Params;
}

/** How a generated function validates. */
export interface CheckOptions {
  /** Whether unlisted properties are failures. */
  readonly closed?: boolean | undefined;
  /** After so many failures, lists and objects are not read on. */
  readonly most?: number | undefined;
}

/** A generated function that validates a value, and leaves its failures. */
export interface Check {
  (this: CheckOptions, value: unknown): boolean;
  errors?: readonly Failure[] | null;
}

type Params = Readonly<Record<string, unknown>>;

/** A violation, with its message. */
export function violation(
  part: Part,
  pointer: string,
  keyword: string,
  params: Params = {},
): Violation {
  const messageOf = messages[keyword];
  const message = messageOf
    ? messageOf(params)
    : `violates the keyword ${keyword}`;
  return { part, pointer, keyword, message, params };
}

/** Returns what is wrong with a value: one violation for each location, and wrong types before all else. */
export function validate(
  part: Part,
  check: Check,
  value: unknown,
  options: Options,
): Iterable<Violation> {
  const { closed, maxViolations: most } = options;
  if (check.call({ closed, most }, value)) return [];
  const byPointer = new Map<string, Violation>();
  for (const failure of withChosenBranches(check.errors ?? [])) {
    const next = violationOf(part, failure);
    const earlier = byPointer.get(next.pointer);
    const isFirst = earlier === undefined;
    const precedes = next.keyword === 'type' && earlier?.keyword !== 'type';
    if (isFirst || precedes) {
      byPointer.set(next.pointer, next);
    }
  }
  // The failures of a large value are not kept until the next one.
  check.errors = null;
  return byPointer.values();
}

/**
 * Returns failures in which each choice (`anyOf`) has only the failures of one branch, or itself if no branch is
 * nearest to the value. Ajv lists the failures of the branches before that of their choice.
 */
function withChosenBranches(failures: readonly Failure[]): readonly Failure[] {
  const reported: Failure[] = [];
  for (const failure of failures) {
    // A condition selects a branch, which has failures of its own.
    if (failure.keyword === 'if') continue;
    if (failure.keyword !== 'anyOf') {
      reported.push(failure);
      continue;
    }
    const inBranches: Failure[] = [];
    while (isInside(reported.at(-1), failure)) {
      inBranches.push(reported.pop()!);
    }
    const chosen = nearestBranch(failure, inBranches.toReversed());
    for (const next of chosen) reported.push(next);
  }
  return reported;
}

function isInside(failure: Failure | undefined, choice: Failure): boolean {
  if (!failure) return false;
  const { schemaPath = '', instancePath } = failure;
  const isInSchema = schemaPath.startsWith(`${choice.schemaPath}/`);
  const isInValue = `${instancePath}/`.startsWith(`${choice.instancePath}/`);
  return isInSchema && isInValue;
}

/** Returns the failures of the branch that is for such a value: of its type, with all that it requires. */
function nearestBranch(
  choice: Failure,
  failures: readonly Failure[],
): readonly Failure[] {
  const branches = Map.groupBy(failures, ({ schemaPath = '' }) => {
    const inChoice = schemaPath.slice(choice.schemaPath!.length + 1);
    return inChoice.split('/', 1)[0];
  });
  const isDeeper = ({ instancePath, keyword }: Failure) =>
    keyword === 'closed' || instancePath !== choice.instancePath;
  const candidates = [...branches.values()].filter((branch) =>
    branch.every(isDeeper),
  );
  const [nearest] = candidates.toSorted((a, b) => a.length - b.length);
  return nearest ?? [choice];
}

/** The params of failures that violations have as well: nothing but what the contract states. */
const statedParams = ['limit', 'multipleOf', 'format', 'pattern'];

function violationOf(
  part: Part,
  { instancePath, keyword, params }: Failure,
): Violation {
  const property = params['missingProperty'] ?? params['additionalProperty'];
  const isOfProperty = typeof property === 'string';
  const pointer = isOfProperty
    ? pointerTo(instancePath, property)
    : instancePath;
  const shownKeyword = keyword === 'closed' ? 'additionalProperties' : keyword;
  return violation(part, pointer, shownKeyword, statedIn(keyword, params));
}

/** Returns what the contract states, of the params of a failure. */
function statedIn(keyword: string, params: Params): Params {
  const stated: Record<string, unknown> = {};
  for (const name of statedParams) {
    if (params[name] !== undefined) stated[name] = params[name];
  }
  const { allowedValues, allowedValue, type } = params;
  if (allowedValues) {
    stated['allowed'] = allowedValues;
  } else if (keyword === 'const') {
    stated['allowed'] = [allowedValue];
  } else if (keyword === 'type') {
    stated['type'] = [type].flat();
  }
  return stated;
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'a date-time (RFC 3339)',
  uuid: 'a UUID (RFC 9562)',
};

function describedFormat(format: string): string {
  return formats[format] ?? `of the format ${format}`;
}

const messages: Readonly<Record<string, (params: Params) => string>> = {
  required: () => 'is missing',
  additionalProperties: () => 'is not listed in the contract',
  repeated: () => 'must be given only once',
  type: ({ type }) =>
    `must be ${(type as string[]).map(withArticle).join(' or ')}`,
  enum: ({ allowed }) => `must be one of ${listed(allowed)}`,
  discriminator: ({ allowed }) => `must be one of ${listed(allowed)}`,
  anyOf: () => 'matches none of the schemas that are allowed here',
  const: ({ allowed }) => `must be ${listed(allowed)}`,
  format: ({ format }) => `must be ${describedFormat(String(format))}`,
  pattern: ({ pattern }) => `must match the pattern ${String(pattern)}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  minLength: atLeast('character'),
  maxLength: atMost('character'),
  minItems: atLeast('item'),
  maxItems: atMost('item'),
  uniqueItems: () => 'must not repeat an item',
  minProperties: atLeast('property', 'properties'),
  maxProperties: atMost('property', 'properties'),
  status: ({ allowed }) => `must be one of ${listed(allowed)}`,
  'media-type': ({ allowed }) => `must be ${listed(allowed)}`,
};

/** `a, b or null`: the values of the contract, null last. */
function listed(values: unknown): string {
  const all = values as readonly unknown[];
  const others = all.filter((value) => value !== null);
  const texts = others.map(String).join(', ');
  const hasNull = others.length < all.length;
  if (!hasNull) return texts;
  return others.length === 0 ? 'null' : `${texts} or null`;
}

/** @example withArticle('integer') // 'an integer' */
function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function atLeast(one: string, several?: string): (params: Params) => string {
  return ({ limit }) => `must have at least ${count(limit, one, several)}`;
}

function atMost(one: string, several?: string): (params: Params) => string {
  return ({ limit }) => `must have at most ${count(limit, one, several)}`;
}

function count(limit: unknown, one: string, several = `${one}s`): string {
  const noun = limit === 1 ? one : several;
  return `${String(limit)} ${noun}`;
}
