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
  absentAt,
  bothSides,
  child,
  childPair,
  type Comparison,
  type Direction,
  type Element,
  existenceOf,
  isUnchanged,
  namesOf,
  otherSide,
  type Pair,
  type SideName,
  sides,
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

/** What is left of both schemas to compare. */
type Left = Pair<Record<string, Json>>;

/** Schemas that are being described, so that circles end. */
class Descent {
  readonly direction: Direction;
  readonly open = new Set<string>();
  /** Those of the open ones that were met again: what is described below them is incomplete. */
  readonly closing = new Set<string>();
  readonly done = new Map<string, readonly Difference[]>();
  constructor(direction: Direction) {
    this.direction = direction;
  }
}

export class SchemaDifferences {
  readonly #comparison: Comparison;
  readonly #inclusion: Inclusion;
  readonly #described = new Map<string, readonly Difference[]>();
  /** Enumerations of one value that have further values now, as JSON. */
  readonly opened = new Set<string>();

  constructor(comparison: Comparison, inclusion: Inclusion) {
    this.#comparison = comparison;
    this.#inclusion = inclusion;
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
    return this.#describe(pair, new Descent(direction), isAlwaysSent);
  }

  /** Whether both sides are written alike. */
  isSame(pair: Pair): boolean {
    return this.#areSame(bothSides((side) => schemaOf(pair[side])));
  }

  #areSame(schemas: Pair<Json>): boolean {
    const { base, current } = bothSides((side) =>
      this.#comparison.sided(schemas[side], side),
    );
    return this.#inclusion.isSame(base, current);
  }

  /** Describes where schemas differ; as one difference if a reference leads elsewhere now. */
  #describe(
    pair: Pair,
    descent: Descent,
    isAlwaysSent = false,
  ): readonly Difference[] {
    const annotations = this.#annotationDifferences(pair);
    const differences = [
      ...(isAlwaysSent ? annotations.map(withoutDefault) : annotations),
      ...this.#describeResolved(pair, descent),
    ];
    const part = childPair(pair, '$ref');
    const behind = differences.filter(
      ({ rule }) => rules[rule].effect !== 'editorial',
    );
    if (existenceOf(part) || isUnchanged(part) || behind.length === 0)
      return differences;
    const names = new Set(
      behind.map(({ rule, element }) => `${lastName(element)} (${rule})`),
    );
    const value = [...names].slice(0, 3).join(', ');
    const schemas = valuesOf(this.resolved(pair));
    return [{ rule: 'reference', element: pair, part, value, schemas, behind }];
  }

  /** Compares what annotates a schema: where its references lead, and what stands beside them and takes precedence. */
  #annotationDifferences(pair: Pair): readonly Difference[] {
    const resolved = this.resolved(pair);
    const beside = new Set(
      sides.flatMap((side) => annotationsBeside(pair[side], resolved[side])),
    );
    const whole = bothSides((side) => {
      const { pointer, value } = pair[side];
      const target = objectOf(resolved[side].value);
      return { pointer, value: { ...target, ...objectOf(value) } };
    });
    return [
      ...compareAnnotations(resolved, (name) => !beside.has(name)),
      ...compareAnnotations(whole, (name) => beside.has(name)),
    ];
  }

  #describeResolved(pair: Pair, descent: Descent): readonly Difference[] {
    const resolved = this.resolved(pair);
    const { base, current } = resolved;
    const key = [base.pointer, current.pointer, descent.direction].join('\n');
    const known = this.#described.get(key) ?? descent.done.get(key);
    if (known) return known;
    if (descent.open.has(key)) {
      descent.closing.add(key);
      return [];
    }
    descent.open.add(key);
    const differences = this.#describeNew(resolved, descent);
    descent.open.delete(key);
    descent.closing.delete(key);
    descent.done.set(key, differences);
    if (descent.closing.size === 0) this.#described.set(key, differences);
    return differences;
  }

  #describeNew(pair: Pair, descent: Descent): readonly Difference[] {
    const isSame = this.isSame(pair);
    if (!isObject(pair.base.value) || !isObject(pair.current.value))
      return isSame ? [] : [this.#restDifference(pair, valuesOf(pair))];
    const isRewritten = !isSame && this.#isEquivalent(pair, descent.direction);
    const differences = this.#describeObjects(pair, descent);
    // What means the same is no change, but for its annotations.
    return isSame || isRewritten
      ? differences.filter(({ schemas }) => !schemas)
      : differences;
  }

  /** Whether the same values are valid on both sides, however that is written. */
  #isEquivalent(pair: Pair, direction: Direction): boolean {
    const { base, current } = bothSides((side): SidedSchema => {
      const sided = this.#comparison.sided(schemaOf(pair[side]), side);
      return {
        ...sided,
        side: { ...sided.side, leftOut: leftOutIn(direction) },
      };
    });
    const isWithin = (a: SidedSchema, b: SidedSchema) =>
      this.#inclusion.counterexample(a, b).kind === 'none';
    return isWithin(base, current) && isWithin(current, base);
  }

  /** Follows references, and compositions of one schema, that have no other constraints beside them. */
  resolved(pair: Pair, depth = 0): Pair {
    const target = bothSides((side) =>
      followed(this.#comparison[side], pair[side]),
    );
    const unwrapped = bothSides((side) =>
      withoutComposition(target[side], target[otherSide(side)]),
    );
    const isDone = sides.every((side) => unwrapped[side] === target[side]);
    return isDone || depth === 20
      ? bothSides((side) => asEnumeration(target[side]))
      : this.resolved(unwrapped, depth + 1);
  }

  /**
   * Describes where two objects differ. What is described keyword by keyword is taken out of copies of both; what is
   * left in them is one more difference.
   */
  #describeObjects(pair: Pair, descent: Descent): readonly Difference[] {
    const left: Left = bothSides((side) =>
      withoutAnnotations(pair[side].value),
    );
    const differences = [
      ...this.#propertyDifferences(pair, left, descent.direction),
      ...this.#mapDifferences(pair, left, descent),
      ...this.#subschemaDifferences(pair, left, descent),
      ...[...inPlace, 'prefixItems'].flatMap((keyword) =>
        this.#branchDifferences(keyword, pair, left, descent),
      ),
      ...this.#enumDifferences(pair, left, descent.direction),
    ];
    for (const side of sides) removeEmpty(left[side]);
    if (this.#areSame(left)) return differences;
    return [...differences, this.#restDifference(pair, left)];
  }

  /** Describes schemas that both sides have under the same name. */
  #mapDifferences(
    pair: Pair,
    left: Left,
    descent: Descent,
  ): readonly Difference[] {
    const declared = this.#declared(pair, 'base', descent.direction);
    const isAlwaysSent = (name: string) =>
      !declared.has(name) ||
      sides.every((side) =>
        listOf(objectOf(pair[side].value)['required']).includes(name),
      );
    const differences: Difference[] = [];
    for (const keyword of [
      'properties',
      'patternProperties',
      'dependentSchemas',
    ]) {
      const map = childPair(pair, keyword);
      for (const name of namesOf(map)) {
        const both = childPair(map, name);
        if (existenceOf(both) !== undefined) continue;
        const isSent = keyword === 'properties' && isAlwaysSent(name);
        differences.push(...this.#describe(both, descent, isSent));
        for (const side of sides)
          left[side][keyword] = {
            ...objectOf(left[side][keyword]),
            [name]: true,
          };
      }
    }
    return differences;
  }

  /** Describes keywords whose value is a schema. */
  #subschemaDifferences(
    pair: Pair,
    left: Left,
    descent: Descent,
  ): readonly Difference[] {
    const hasSameCondition = isUnchanged(childPair(pair, 'if'));
    const keywords = [
      'items',
      'additionalProperties',
      'unevaluatedItems',
      'unevaluatedProperties',
      ...(hasSameCondition ? ['then', 'else'] : []),
    ];
    return keywords.flatMap((keyword) => {
      const both = childPair(pair, keyword);
      if (!sides.every((side) => isObject(both[side].value))) return [];
      for (const side of sides) left[side][keyword] = true;
      return this.#describe(both, descent);
    });
  }

  /** Describes the schemas of a list: alternatives, what is composed, or the first items of an array. */
  #branchDifferences(
    keyword: string,
    pair: Pair,
    left: Left,
    descent: Descent,
  ): readonly Difference[] {
    const lists = childPair(pair, keyword);
    if (!sides.every((side) => isList(lists[side].value))) return [];
    const isOrdered = keyword === 'prefixItems';
    const { both, removed, added } = matchBranches(lists, isOrdered);
    const others = { base: removed, current: added };
    const differences = both.flatMap((branch) =>
      this.#describe(branch, descent).filter(
        (difference) => !this.#isMoved(difference, branch, pair),
      ),
    );
    const hasOthers = removed.length + added.length > 0;
    if (hasOthers && (isOrdered || keyword === 'allOf')) {
      for (const side of sides) {
        // The positions of items matter.
        left[side][keyword] = isOrdered
          ? [...both.map(() => true), ...others[side].map(schemaOf)]
          : others[side].map(schemaOf).filter(isNotEmpty);
      }
      return differences;
    }
    for (const side of sides) delete left[side][keyword];
    const variants = sides.flatMap((side) =>
      others[side].map((branch) => variantDifference(side, branch, lists)),
    );
    return [...differences, ...variants];
  }

  /** Describes which properties exist, and which are required; takes both out of what is left to compare. */
  #propertyDifferences(
    pair: Pair,
    left: Left,
    direction: Direction,
  ): readonly Difference[] {
    const differences: Difference[] = [];
    const declared = bothSides((side) => this.#declared(pair, side, direction));
    const required = bothSides((side) => {
      const root = this.#comparison[side];
      const all = declaredIn(root, pair[side]);
      const names = [...requiredIn(root, pair[side].value)];
      return new Set(
        names.filter((name) => declared[side].has(name) || !all.has(name)),
      );
    });
    const elementOf = (name: string): Pair =>
      bothSides(
        (side) =>
          declared[side].get(name) ??
          child(child(absentAt(pair[side].pointer), 'properties'), name),
      );
    // Where one side has branches, what is required depends on them.
    const hasOtherBranches =
      hasBranches(pair.base.value) !== hasBranches(pair.current.value);
    // What only some branches declare goes, and comes, with them.
    const always = bothSides((side) =>
      declaredIn(this.#comparison[side], pair[side], ['allOf']),
    );
    const isOfOneSide = (side: SideName, name: string) =>
      !declared[otherSide(side)].has(name) && always[side].has(name);
    for (const side of sides) {
      // Where it is no object any more, or anything, all of it differs.
      if (side === 'base' && !mayBeObject(pair.current.value)) continue;
      for (const name of declared[side].keys()) {
        if (!isOfOneSide(side, name)) continue;
        const rule = side === 'base' ? 'property-removed' : 'property-added';
        const isRequired = required.current.has(name) && !hasOtherBranches;
        if (side === 'base' || !isRequired)
          differences.push({ rule, element: elementOf(name) });
        left[side]['properties'] = without(left[side]['properties'], name);
      }
    }
    if (hasOtherBranches) return differences;
    const requiring = (names: Iterable<string>): Json => ({
      type: 'object',
      required: [...names],
    });
    for (const side of ['current', 'base'] as const) {
      const other = otherSide(side);
      for (const name of required[side]) {
        const isOfOne = isOfOneSide(side, name);
        // The property itself was removed.
        const isRemoved = side === 'base' && isOfOne;
        if (required[other].has(name) || isRemoved) continue;
        const added = isOfOne ? 'property-added-required' : 'property-required';
        const rule = side === 'base' ? 'property-optional' : added;
        const schemas = {
          ...bothSides((each) => requiring(required[each])),
          [side]: requiring([name]),
        };
        differences.push({ rule, element: elementOf(name), schemas });
      }
      delete left[side]['required'];
    }
    return differences;
  }

  /** Whether a branch of a composition has lost or got a property that the rest of it declares. */
  #isMoved({ rule, element }: Difference, branch: Pair, whole: Pair): boolean {
    const isRemoved = rule === 'property-removed';
    if (!isRemoved && rule !== 'property-added') return false;
    const side = isRemoved ? 'base' : 'current';
    const other = otherSide(side);
    const { pointer } = element[side];
    const name = nameOf(pointer);
    const ofBranch = declaredIn(this.#comparison[side], branch[side]).get(name);
    const elsewhere = declaredIn(this.#comparison[other], whole[other], [
      'allOf',
    ]);
    return ofBranch?.pointer === pointer && elsewhere.has(name);
  }

  /** The properties that a schema declares, wherever it does, without those that are not sent in a direction. */
  #declared(
    pair: Pair,
    side: SideName,
    direction: Direction,
  ): ReadonlyMap<string, Element> {
    const root = this.#comparison[side];
    const isSent = ([, { value }]: readonly [string, Element]) =>
      !isAnnotated(value, { root }, leftOutIn(direction));
    return new Map([...declaredIn(root, pair[side])].filter(isSent));
  }

  #enumDifferences(
    element: Pair,
    left: Left,
    direction: Direction,
  ): readonly Difference[] {
    const { base: before, current: after } = bothSides(
      (side) => left[side]['enum'],
    );
    if (!isList(before)) return [];
    const part = childPair(element, 'enum');
    const isOpened = after === undefined && left.current['const'] === undefined;
    if (!isOpened && !isList(after)) return [];
    for (const side of sides) delete left[side]['enum'];
    if (!isList(after)) {
      const schemas = { base: { enum: before }, current: true };
      return [{ rule: 'enum-removed', element, part, schemas }];
    }
    const differing = (
      rule: Rule,
      values: readonly Json[],
      others: readonly Json[],
    ) =>
      values
        .filter((value) => !isIn(others)(value))
        .map((value): Difference => {
          const schemas = { base: { const: value }, current: { enum: after } };
          return { rule, element, part, value: shown(value), schemas };
        });
    const added = differing('enum-value-added', after, before);
    const removed = differing('enum-value-removed', before, after);
    const isOpenedNow =
      before.length === 1 && added.length > 0 && removed.length === 0;
    if (isOpenedNow && direction === 'response')
      this.opened.add(JSON.stringify(before));
    return [...removed, ...added];
  }

  /** Describes keywords that differ: those that are not compared one by one. */
  #restDifference(element: Pair, schemas: Pair<Json>): Difference {
    const { base, current } = schemas;
    if (!isObject(base) || !isObject(current)) {
      const value = `schema is ${JSON.stringify(current)}, was ${JSON.stringify(base)}`;
      return { rule: 'schema', element, value, schemas };
    }
    const differing = Object.keys({ ...base, ...current }).filter(
      (name) =>
        !this.#areSame({
          base: { [name]: base[name] ?? null },
          current: { [name]: current[name] ?? null },
        }),
    );
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

/** Properties with this annotation are not sent in a direction. */
export const leftOutIn = (direction: Direction): 'readOnly' | 'writeOnly' =>
  direction === 'request' ? 'readOnly' : 'writeOnly';

export const valuesOf = (pair: Pair): Pair<Json> =>
  bothSides((side) => schemaOf(pair[side]));

const lastName = ({ base, current }: Pair): string =>
  nameOf((current.value === undefined ? base : current).pointer);

const isIn = (values: readonly Json[]) => (value: Json) =>
  values.some((other) => isDeepStrictEqual(other, value));

/** The default of a value that is always sent, or never, is only a text. */
function withoutDefault(difference: Difference): Difference {
  const isDefault = /^default-(changed|added)$/.test(difference.rule);
  return isDefault ? { ...difference, rule: 'default-unused' } : difference;
}

/** @param side that alone has the variant */
function variantDifference(
  side: SideName,
  variant: Element,
  lists: Pair,
): Difference {
  const other = otherSide(side);
  const absent = absentAt(lists[other].pointer);
  const alternatives: Json = { anyOf: schemaOf(lists[other]) };
  return {
    rule: side === 'base' ? 'variant-removed' : 'variant-added',
    value: titleOf(variant.value),
    element: bothSides((each) => (each === side ? variant : absent)),
    schemas: bothSides((each) =>
      each === side ? schemaOf(variant) : alternatives,
    ),
  };
}

function titleOf(value: Json | undefined): string {
  const { $ref, title, type } = objectOf(value);
  const name = $ref ?? title ?? type;
  return typeof name === 'string'
    ? name.replace(/^.*\//, '')
    : JSON.stringify(value);
}
