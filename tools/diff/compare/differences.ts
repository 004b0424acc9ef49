/** Describes where schemas differ, and which parts of them decide whether that breaks. */
import {
  isList,
  isObject,
  type Json,
  listOf,
  nameOf,
  objectOf,
} from '@agent-conversation/contract';
import { isDeepStrictEqual } from 'node:util';
import {
  type Inclusion,
  isAnnotated,
  type SidedSchema,
} from '@agent-conversation/inclusion';
import { type Rule, rules } from '../rules.ts';
import { shown } from '../elements.ts';
import { compareAnnotations } from './annotations.ts';
import {
  child,
  childPair,
  type Comparison,
  type Direction,
  type Element,
  existenceOf,
  namesOf,
  type Pair,
} from './comparison.ts';
import {
  annotationsBeside,
  asEnumeration,
  declaredIn,
  followed,
  hasBranches,
  inPlace,
  isNotEmpty,
  matchBranches,
  mayBeObject,
  removeEmpty,
  requiredIn,
  schemaOf,
  without,
  withoutAnnotations,
  withoutComposition,
  withoutRequired,
} from './structure.ts';

/** One difference of two schemas. */
export interface Difference {
  readonly rule: Rule;
  readonly element: Pair;
  readonly part?: Pair;
  readonly value?: string;
  /** What decides whether it breaks: the parts of both schemas that differ. */
  readonly schemas?: Pair<Json>;
  /** What differs behind a reference that leads elsewhere now. */
  readonly behind?: readonly Difference[];
}

type Names = ReadonlyMap<string, Element>;

/** Schemas that are being described, so that circles end. */
class Descent {
  readonly open = new Set<string>();
  /** Those of the open ones that were met again: what is described below them is incomplete. */
  readonly closing = new Set<string>();
  readonly done = new Map<string, readonly Difference[]>();
  /** Pointers of schemas whose values are always sent, so that a default says nothing. */
  readonly alwaysSent = new Set<string>();
}

export class SchemaDifferences {
  readonly #comparison: Comparison;
  readonly #inclusion: Inclusion;
  readonly #described = new Map<string, readonly Difference[]>();
  readonly #opened = new Set<string>();

  constructor(comparison: Comparison, inclusion: Inclusion) {
    this.#comparison = comparison;
    this.#inclusion = inclusion;
  }

  /** Enumerations of one value that have further values now, as JSON. */
  get opened(): ReadonlySet<string> {
    return this.#opened;
  }

  /** Whether a schema of the base was described. */
  has(pointer: string): boolean {
    return [...this.#described.keys()].some((key) =>
      key.startsWith(`${pointer}\n`),
    );
  }

  /** Returns the differences of what is sent in a direction. @param isAlwaysSent so that a default says nothing */
  of(
    pair: Pair,
    direction: Direction,
    isAlwaysSent = false,
  ): readonly Difference[] {
    const descent = new Descent();
    if (isAlwaysSent) descent.alwaysSent.add(pair.base.pointer);
    return this.#describe(pair, direction, descent);
  }

  /** Whether both sides are written alike. */
  isSame({ base, current }: Pair): boolean {
    const before = this.#sided(schemaOf(base), 'base');
    const after = this.#sided(schemaOf(current), 'current');
    return this.#inclusion.isSame(before, after);
  }

  #sided(schema: Json, side: keyof Pair): SidedSchema {
    return sidedSchema(this.#comparison, schema, side);
  }

  /** Describes where schemas differ; as one difference if a reference leads elsewhere now. */
  #describe(
    pair: Pair,
    direction: Direction,
    descent: Descent,
  ): readonly Difference[] {
    const annotations = this.#annotationDifferences(pair);
    const isAlwaysSent = descent.alwaysSent.has(pair.base.pointer);
    const differences = [
      ...(isAlwaysSent ? annotations.map(withoutDefault) : annotations),
      ...this.#describeResolved(pair, direction, descent),
    ];
    const part = childPair(pair, '$ref');
    const isRedirected =
      !existenceOf(part) && part.base.value !== part.current.value;
    const behind = differences.filter(
      ({ rule }) => rules[rule].effect !== 'editorial',
    );
    if (!isRedirected || behind.length === 0) return differences;
    const names = new Set(
      behind.map(({ rule, element }) => `${lastName(element)} (${rule})`),
    );
    const value = [...names].slice(0, 3).join(', ');
    const { base, current } = this.resolved(pair);
    const schemas = valuesOf({ base, current });
    return [{ rule: 'reference', element: pair, part, value, schemas, behind }];
  }

  /** Compares what annotates a schema: where its references lead, and what stands beside them and takes precedence. */
  #annotationDifferences(pair: Pair): readonly Difference[] {
    const resolved = this.resolved(pair);
    const beside = new Set([
      ...annotationsBeside(pair.base, resolved.base),
      ...annotationsBeside(pair.current, resolved.current),
    ]);
    const whole = {
      base: {
        ...pair.base,
        value: {
          ...objectOf(resolved.base.value),
          ...objectOf(pair.base.value),
        },
      },
      current: {
        ...pair.current,
        value: {
          ...objectOf(resolved.current.value),
          ...objectOf(pair.current.value),
        },
      },
    };
    return [
      ...compareAnnotations(resolved, (name) => !beside.has(name)),
      ...compareAnnotations(whole, (name) => beside.has(name)),
    ];
  }

  #describeResolved(
    pair: Pair,
    direction: Direction,
    descent: Descent,
  ): readonly Difference[] {
    const { base, current } = this.resolved(pair);
    const key = [base.pointer, current.pointer, direction].join('\n');
    const known = this.#described.get(key) ?? descent.done.get(key);
    if (known) return known;
    if (descent.open.has(key)) {
      descent.closing.add(key);
      return [];
    }
    descent.open.add(key);
    const differences: Difference[] = [];
    const isSame = this.isSame({ base, current });
    if (isObject(base.value) && isObject(current.value)) {
      const isRewritten =
        !isSame && this.#isEquivalent({ base, current }, direction);
      const more = this.#describeObjects({ base, current }, direction, descent);
      // What means the same is no change, but for its annotations.
      differences.push(
        ...(isSame || isRewritten
          ? more.filter(({ schemas }) => !schemas)
          : more),
      );
    } else if (!isSame) {
      differences.push(
        this.#ownDifference({ base, current }, valuesOf({ base, current })),
      );
    }
    descent.open.delete(key);
    descent.closing.delete(key);
    descent.done.set(key, differences);
    if (descent.closing.size === 0) this.#described.set(key, differences);
    return differences;
  }

  /** Whether the same values are valid on both sides, however that is written. */
  #isEquivalent(pair: Pair, direction: Direction): boolean {
    const leftOut = leftOutIn(direction);
    const sided = (side: keyof Pair): SidedSchema => {
      const schema = this.#sided(schemaOf(pair[side]), side);
      return { ...schema, side: { ...schema.side, leftOut } };
    };
    const isWithin = (a: SidedSchema, b: SidedSchema) =>
      this.#inclusion.counterexample(a, b).kind === 'none';
    const base = sided('base');
    const current = sided('current');
    return isWithin(base, current) && isWithin(current, base);
  }

  /** Follows references, and compositions of one schema, that have no other constraints beside them. */
  resolved(pair: Pair, depth = 0): Pair {
    const base = followed(this.#comparison.base, pair.base);
    const current = followed(this.#comparison.current, pair.current);
    const unwrapped = {
      base: withoutComposition(base, current),
      current: withoutComposition(current, base),
    };
    const isDone = unwrapped.base === base && unwrapped.current === current;
    if (!isDone && depth < 20) return this.resolved(unwrapped, depth + 1);
    return { base: asEnumeration(base), current: asEnumeration(current) };
  }

  /**
   * Describes where two objects differ. What is described keyword by keyword is taken out of copies of both; what is
   * left in them is one more difference.
   */
  #describeObjects(
    pair: Pair,
    direction: Direction,
    descent: Descent,
  ): readonly Difference[] {
    const left: Pair<Record<string, Json>> = {
      base: withoutAnnotations(pair.base.value),
      current: withoutAnnotations(pair.current.value),
    };
    const differences = [
      ...this.#propertyDifferences(pair, left, direction),
      ...this.#mapDifferences(pair, left, direction, descent),
      ...this.#subschemaDifferences(pair, left, direction, descent),
      ...[...inPlace, 'prefixItems'].flatMap((keyword) =>
        this.#branchDifferences(keyword, pair, left, direction, descent),
      ),
    ];
    const listed = { base: left.base['enum'], current: left.current['enum'] };
    differences.push(...this.#enumDifferences(pair, left, direction));
    for (const side of [left.base, left.current]) removeEmpty(side);
    const [one, other] = [
      this.#sided(left.base, 'base'),
      this.#sided(left.current, 'current'),
    ];
    if (this.#inclusion.isSame(one, other)) return differences;
    const schemas = withSentValues(left, listed, direction);
    return [...differences, { ...this.#ownDifference(pair, left), schemas }];
  }

  /** Describes schemas that both sides have under the same name. */
  #mapDifferences(
    pair: Pair,
    left: Pair<Record<string, Json>>,
    direction: Direction,
    descent: Descent,
  ): readonly Difference[] {
    const differences: Difference[] = [];
    const declared = this.#declared(pair.base, 'base', direction);
    const isAlwaysSent = (name: string) =>
      !declared.has(name) ||
      [pair.base, pair.current].every(({ value }) =>
        listOf(objectOf(value)['required']).includes(name),
      );
    for (const keyword of [
      'properties',
      'patternProperties',
      'dependentSchemas',
    ]) {
      const map = childPair(pair, keyword);
      for (const name of namesOf(map)) {
        const both = childPair(map, name);
        if (existenceOf(both) !== undefined) continue;
        if (keyword === 'properties' && isAlwaysSent(name)) {
          descent.alwaysSent.add(both.base.pointer);
        }
        differences.push(...this.#describe(both, direction, descent));
        for (const side of [left.base, left.current]) {
          side[keyword] = { ...objectOf(side[keyword]), [name]: true };
        }
      }
    }
    return differences;
  }

  /** Describes keywords whose value is a schema. */
  #subschemaDifferences(
    pair: Pair,
    left: Pair<Record<string, Json>>,
    direction: Direction,
    descent: Descent,
  ): readonly Difference[] {
    const condition = childPair(pair, 'if');
    const hasSameCondition = isDeepStrictEqual(
      condition.base.value,
      condition.current.value,
    );
    const keywords = [
      'items',
      'additionalProperties',
      'unevaluatedItems',
      'unevaluatedProperties',
      ...(hasSameCondition ? ['then', 'else'] : []),
    ];
    return keywords.flatMap((keyword) => {
      const both = childPair(pair, keyword);
      if (!isObject(both.base.value) || !isObject(both.current.value))
        return [];
      left.base[keyword] = true;
      left.current[keyword] = true;
      return this.#describe(both, direction, descent);
    });
  }

  /** Describes the schemas of a list: alternatives, what is composed, or the first items of an array. */
  #branchDifferences(
    keyword: string,
    pair: Pair,
    left: Pair<Record<string, Json>>,
    direction: Direction,
    descent: Descent,
  ): readonly Difference[] {
    const lists = childPair(pair, keyword);
    if (!isList(lists.base.value) || !isList(lists.current.value)) return [];
    const { both, removed, added } = matchBranches(
      lists,
      keyword === 'prefixItems',
    );
    const differences = both.flatMap((member) =>
      this.#describe(member, direction, descent).filter(
        (difference) => !this.#isMoved(difference, member, pair),
      ),
    );
    const hasOthers = removed.length + added.length > 0;
    if (hasOthers && keyword === 'prefixItems') {
      // The positions of items matter.
      left.base[keyword] = [...both.map(() => true), ...removed.map(schemaOf)];
      left.current[keyword] = [...both.map(() => true), ...added.map(schemaOf)];
      return differences;
    }
    if (hasOthers && keyword === 'allOf') {
      left.base[keyword] = removed.map(withoutRequired).filter(isNotEmpty);
      left.current[keyword] = added.map(withoutRequired).filter(isNotEmpty);
      return differences;
    }
    delete left.base[keyword];
    delete left.current[keyword];
    const all = {
      base: { anyOf: lists.base.value },
      current: { anyOf: lists.current.value },
    };
    return [
      ...differences,
      ...removed.map((each) => variant('variant-removed', each, lists, all)),
      ...added.map((each) => variant('variant-added', each, lists, all)),
    ];
  }

  /** Describes which properties exist, and which are required; takes both out of what is left to compare. */
  #propertyDifferences(
    { base, current }: Pair,
    own: Pair<Record<string, Json>>,
    direction: Direction,
  ): readonly Difference[] {
    const differences: Difference[] = [];
    const declared = {
      base: this.#declared(base, 'base', direction),
      current: this.#declared(current, 'current', direction),
    };
    const required = {
      base: this.#required(base, 'base', direction),
      current: this.#required(current, 'current', direction),
    };
    const pairOf = (name: string): Pair => {
      const missing = ({ pointer }: Element) =>
        child(child({ pointer, value: undefined }, 'properties'), name);
      return {
        base: declared.base.get(name) ?? missing(base),
        current: declared.current.get(name) ?? missing(current),
      };
    };
    // Where one side has branches, what is required depends on them.
    const hasOtherBranches =
      hasBranches(base.value) !== hasBranches(current.value);
    // What only some branches declare goes, and comes, with them.
    const always = {
      base: declaredIn(this.#comparison.base, base, ['allOf']),
      current: declaredIn(this.#comparison.current, current, ['allOf']),
    };
    // Where it is no object any more, or anything, all of it differs.
    const isFree = !mayBeObject(current.value);
    for (const name of declared.base.keys()) {
      if (declared.current.has(name) || !always.base.has(name) || isFree)
        continue;
      differences.push({ rule: 'property-removed', element: pairOf(name) });
      own.base['properties'] = without(own.base['properties'], name);
    }
    for (const name of declared.current.keys()) {
      if (declared.base.has(name) || !always.current.has(name)) continue;
      const isRequired = required.current.has(name) && !hasOtherBranches;
      if (!isRequired)
        differences.push({ rule: 'property-added', element: pairOf(name) });
      own.current['properties'] = without(own.current['properties'], name);
    }
    if (hasOtherBranches) return differences;
    const requiring = (names: Iterable<string>): Json => ({
      type: 'object',
      required: [...names],
    });
    for (const name of required.current) {
      if (required.base.has(name)) continue;
      const schemas = {
        base: requiring(required.base),
        current: requiring([name]),
      };
      const isAdded = !declared.base.has(name) && always.current.has(name);
      const rule = isAdded ? 'property-added-required' : 'property-required';
      differences.push({ rule, element: pairOf(name), schemas });
    }
    for (const name of required.base) {
      const isRemoved = !declared.current.has(name) && always.base.has(name);
      if (required.current.has(name) || isRemoved) continue;
      const schemas = {
        base: requiring([name]),
        current: requiring(required.current),
      };
      differences.push({
        rule: 'property-optional',
        element: pairOf(name),
        schemas,
      });
    }
    delete own.base['required'];
    delete own.current['required'];
    return differences;
  }

  /** Whether a member of a composition has lost or got a property that the rest of it declares. */
  #isMoved({ rule, element }: Difference, member: Pair, whole: Pair): boolean {
    const isRemoved = rule === 'property-removed';
    if (!isRemoved && rule !== 'property-added') return false;
    const [own, other] = isRemoved
      ? (['base', 'current'] as const)
      : (['current', 'base'] as const);
    const { pointer } = element[own];
    const name = nameOf(pointer);
    const ofMember = declaredIn(this.#comparison[own], member[own]).get(name);
    const isElsewhere = declaredIn(this.#comparison[other], whole[other], [
      'allOf',
    ]).has(name);
    return ofMember?.pointer === pointer && isElsewhere;
  }

  /** The properties that a schema declares, wherever it does, without those that are not sent in a direction. */
  #declared(element: Element, side: keyof Pair, direction: Direction): Names {
    const root = this.#comparison[side];
    const isPart = ([, { value }]: readonly [string, Element]) =>
      !isAnnotated(value, { root }, leftOutIn(direction));
    return new Map([...declaredIn(root, element)].filter(isPart));
  }

  /** The properties that every object of a schema has. */
  #required(
    element: Element,
    side: keyof Pair,
    direction: Direction,
  ): Set<string> {
    const root = this.#comparison[side];
    const sent = this.#declared(element, side, direction);
    const declared = declaredIn(root, element);
    const names = [...requiredIn(root, element.value)];
    return new Set(
      names.filter((name) => sent.has(name) || !declared.has(name)),
    );
  }

  #enumDifferences(
    { base, current }: Pair,
    own: Pair<Record<string, Json>>,
    direction: Direction,
  ): readonly Difference[] {
    const [before, after] = [own.base['enum'], own.current['enum']];
    if (!isList(before)) return [];
    const part = childPair({ base, current }, 'enum');
    const element = { base, current };
    const isOpened = after === undefined && own.current['const'] === undefined;
    if (!isOpened && !isList(after)) return [];
    delete own.base['enum'];
    delete own.current['enum'];
    if (!isList(after)) {
      const schemas = { base: { enum: before }, current: true };
      return [{ rule: 'enum-removed', element, part, schemas }];
    }
    const differing = (
      values: readonly Json[],
      others: readonly Json[],
      rule: Rule,
    ) =>
      values
        .filter((value) => !isIn(others)(value))
        .map((value): Difference => {
          const schemas = { base: { const: value }, current: { enum: after } };
          return { rule, element, part, value: shown(value), schemas };
        });
    const added = differing(after, before, 'enum-value-added');
    const removed = differing(before, after, 'enum-value-removed');
    const isOpenedNow =
      before.length === 1 && added.length > 0 && removed.length === 0;
    if (isOpenedNow && direction === 'response')
      this.#opened.add(JSON.stringify(before));
    return [...removed, ...added];
  }

  /** Describes keywords that differ: those that are not compared one by one. */
  #ownDifference(element: Pair, schemas: Pair<Json>): Difference {
    const { base, current } = schemas;
    if (!isObject(base) || !isObject(current)) {
      const value = `schema is ${JSON.stringify(current)}, was ${JSON.stringify(base)}`;
      return { rule: 'schema', element, value, schemas };
    }
    const names = [...new Set([...Object.keys(base), ...Object.keys(current)])];
    const isDifferent = (name: string) =>
      !this.#inclusion.isSame(
        this.#sided({ [name]: base[name] ?? null }, 'base'),
        this.#sided({ [name]: current[name] ?? null }, 'current'),
      );
    const differing = names.filter(isDifferent);
    const texts = differing.map(
      (name) =>
        `\`${name}\` is ${shown(current[name])}, was ${shown(base[name])}`,
    );
    const named =
      differing.find((name) => current[name] !== undefined) ?? differing[0];
    const part = named === undefined ? element : childPair(element, named);
    return { rule: 'schema', element, part, value: texts.join('; '), schemas };
  }
}

/** Returns a schema of one of both documents, as inclusion takes it. */
export function sidedSchema(
  comparison: Comparison,
  schema: Json,
  side: keyof Pair,
): SidedSchema {
  const id = side === 'base' ? 'a' : 'b';
  return { schema, side: { id, root: comparison[side] } };
}

/** Properties with this annotation are not sent in a direction. */
export const leftOutIn = (direction: Direction) =>
  direction === 'request' ? 'readOnly' : 'writeOnly';

export const valuesOf = ({ base, current }: Pair): Pair<Json> => {
  return { base: schemaOf(base), current: schemaOf(current) };
};

const lastName = ({ base, current }: Pair): string =>
  nameOf((current.value === undefined ? base : current).pointer);

const isIn = (values: readonly Json[]) => (value: Json) =>
  values.some((other) => isDeepStrictEqual(other, value));

/**
 * Gives what is left of the sender its enumeration back: only what it lists is sent. Values that one side alone lists
 * are reported one by one.
 */
function withSentValues(
  left: Pair<Record<string, Json>>,
  listed: Pair<Json | undefined>,
  direction: Direction,
): Pair<Json> {
  const [sender, receiver] =
    direction === 'request'
      ? (['base', 'current'] as const)
      : (['current', 'base'] as const);
  const [values, others] = [listed[sender], listed[receiver]];
  if (!isList(values) || left[sender]['enum'] !== undefined) return left;
  const kept = isList(others) ? values.filter(isIn(others)) : values;
  return { ...left, [sender]: { ...left[sender], enum: kept } };
}

/** The default of a value that is always sent, or never, is only a text. */
function withoutDefault(difference: Difference): Difference {
  const isDefault =
    difference.rule === 'default-changed' ||
    difference.rule === 'default-added';
  return isDefault ? { ...difference, rule: 'default-unused' } : difference;
}

function variant(
  rule: Rule,
  element: Element,
  lists: Pair,
  all: Pair<Json>,
): Difference {
  const isRemoved = rule === 'variant-removed';
  const missing = (pointer: string): Element => ({ pointer, value: undefined });
  return {
    rule,
    value: titleOf(element.value),
    element: isRemoved
      ? { base: element, current: missing(lists.current.pointer) }
      : { base: missing(lists.base.pointer), current: element },
    schemas: isRemoved
      ? { base: schemaOf(element), current: all.current }
      : { base: all.base, current: schemaOf(element) },
  };
}

function titleOf(value: Json | undefined): string {
  const { $ref, title, type } = objectOf(value);
  const name = $ref ?? title ?? type;
  return typeof name === 'string'
    ? name.replace(/^.*\//, '')
    : JSON.stringify(value);
}
