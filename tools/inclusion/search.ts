/**
 * Searches a value that satisfies formulas, one type of values after the other. After Baazizi et al., "Witness
 * Generation for JSON Schema" (VLDB 2022).
 */
import {
  childrenOf,
  isList,
  type Json,
  objectOf,
} from '@agent-conversation/contract';
import { findArray } from './arrays.ts';
import { referenced } from './declared.ts';
import { satisfies } from './evaluate.ts';
import {
  type Condition,
  everyItem,
  everyProperty,
  type Formula,
  hasProperty,
  isEqualTo,
  isAlways,
  isNever,
  type JsonType,
  jsonTypes,
  not,
} from './formula.ts';
import { findNumber } from './numbers.ts';
import { findObject } from './objects.ts';
import { firstOf, found, none, type Outcome, unknown } from './outcome.ts';
import type { SchemaTexts } from './side.ts';
import { findString, isContradictory } from './strings.ts';
import { readingOf, translate, typeOf } from './translate.ts';

/** More steps than these are not taken: the schemas have too many combinations. */
const mostSteps = 20_000;

type Choice = Extract<Formula, { readonly kind: 'any' }>;

/** What is known of a value while alternatives are chosen. */
interface State {
  readonly conditions: readonly Condition[];
  readonly choices: readonly Choice[];
  /** Texts of schemas that hold, or fail. */
  readonly decided: ReadonlyMap<string, boolean>;
}

/** The values of types that have only some. */
const allValues: Partial<Record<JsonType, readonly Json[]>> = {
  null: [null],
  boolean: [true, false],
};

const empty: State = { conditions: [], choices: [], decided: new Map() };

export class Search {
  readonly #texts: SchemaTexts;
  readonly #results = new Map<string, Outcome>();
  /** Goals that are being searched, and how deep. */
  readonly #active = new Map<string, number>();
  /** The outermost goal on which the current result depends, because it was assumed to have no value in itself. */
  #outermost = Infinity;
  #steps = 0;

  constructor(texts: SchemaTexts) {
    this.#texts = texts;
  }

  /** Returns a value that satisfies all formulas. Values are finite: none contains a value of the same goal forever. */
  readonly find = (formulas: readonly Formula[]): Outcome => {
    const key = [...new Set(formulas.map((each) => this.#keyOf(each)))]
      .toSorted()
      .join('\n');
    const known = this.#results.get(key);
    if (known) return known;
    const depth = this.#active.get(key);
    if (depth !== undefined) {
      this.#outermost = Math.min(this.#outermost, depth);
      return none;
    }
    const level = this.#active.size;
    const before = this.#outermost;
    this.#outermost = Infinity;
    this.#active.set(key, level);
    const outcome = firstOf(jsonTypes, (type) => this.#ofType(type, formulas));
    this.#active.delete(key);
    // What was not decided within another goal may be decided by itself, with all steps.
    const isCutOff =
      outcome.kind === 'unknown' && level > 0 && this.#steps > mostSteps;
    if (level === 0) this.#steps = 0;
    // A result that depends on an outer goal does not hold elsewhere. A value always does.
    const isFinal =
      outcome.kind === 'value' || (this.#outermost >= level && !isCutOff);
    if (isFinal) this.#results.set(key, outcome);
    this.#outermost = Math.min(
      before,
      this.#outermost >= level ? Infinity : this.#outermost,
    );
    return outcome;
  };

  #ofType(type: JsonType, formulas: readonly Formula[]): Outcome {
    const state = this.#reduce(type, formulas, empty);
    return state ? this.#choose(type, state) : none;
  }

  /** Adds formulas to what is known; undefined if they contradict it. */
  #reduce(
    type: JsonType,
    formulas: readonly Formula[],
    before: State,
  ): State | undefined {
    const conditions = [...before.conditions];
    const choices = [...before.choices];
    const decided = new Map(before.decided);
    const waiting = [...formulas];
    for (let formula = waiting.pop(); formula; formula = waiting.pop()) {
      if (formula.kind === 'all') waiting.push(...formula.of);
      else if (formula.kind === 'any') {
        if (formula.of.some(isAlways)) continue;
        const options = formula.of.filter((each) => !isNever(each));
        if (options.length === 0) return undefined;
        if (options.length === 1) waiting.push(options[0]!);
        else choices.push({ kind: 'any', of: options });
      } else if (formula.kind === 'schema') {
        const { schema, side, holds } = formula;
        const text = this.#texts.of(schema, side);
        const isKnown = decided.get(text);
        if (isKnown === !holds) return undefined;
        // Sides differ in what is declared.
        const key = this.#keyOf(formula);
        if (decided.has(key)) continue;
        decided.set(text, holds).set(key, holds);
        const translated = translate(schema, side, type);
        waiting.push(holds ? translated : not(translated));
      } else if (formula.kind === 'values') {
        const values = formula.values.filter((each) => typeOf(each) === type);
        if (values.length === 0 && formula.holds) return undefined;
        if (values.length > 0) conditions.push({ ...formula, values });
      } else conditions.push(formula);
    }
    return { conditions, choices, decided };
  }

  /** Tries the alternatives of all choices. */
  #choose(type: JsonType, state: State): Outcome {
    this.#steps += 1;
    if (this.#steps > mostSteps) return unknown('combinations');
    const { conditions, decided } = state;
    if (state.choices.length === 0) return this.#build(type, conditions, false);
    if (this.#build(type, conditions, true).kind === 'none') return none;
    const tags = tagsIn(conditions);
    const choices = state.choices.filter(
      (choice) =>
        isPositive(choice) ||
        (!isTagged(choice, tags) && !this.#isImplied(type, state, choice)),
    );
    const [first, ...rest] = choices.toSorted(
      (one, other) => rank(one) - rank(other),
    );
    if (!first) return this.#build(type, conditions, false);
    return firstOf(first.of, (option) => {
      const next = this.#reduce(type, [option], {
        conditions,
        choices: rest,
        decided,
      });
      return next ? this.#choose(type, next) : none;
    });
  }

  /** Whether a choice always holds, because its opposite contradicts what is known. */
  #isImplied(type: JsonType, state: State, choice: Choice): boolean {
    const opposite = this.#reduce(type, [not(choice)], {
      ...state,
      choices: [],
    });
    if (!opposite) return true;
    if (opposite.choices.length > 0) return false;
    // What the other choices declare may be sent as well.
    const isPartial = state.choices.some(
      (other) => other !== choice && mayDeclare(other),
    );
    const before = this.#outermost;
    this.#outermost = Infinity;
    const outcome = this.#build(type, opposite.conditions, isPartial);
    // That an outer goal has no value in itself is assumed, and proves nothing.
    const isProven = this.#outermost === Infinity;
    this.#outermost = before;
    return outcome.kind === 'none' && isProven;
  }

  /** @param isPartial whether further conditions may be added */
  #build(
    type: JsonType,
    given: readonly Condition[],
    isPartial: boolean,
  ): Outcome {
    if (isContradictory(given)) return none;
    // Nobody can see whether a value satisfies a keyword that no rule describes.
    const conditions = given.filter(
      (it) => it.kind !== 'opaque' || it.keyword === 'format',
    );
    const missing = given.find(
      (it) => it.kind === 'opaque' && it.keyword !== 'format' && !it.holds,
    );
    const outcome = this.#buildKnown(type, conditions, isPartial);
    const isUndecided = outcome.kind === 'value' && missing?.kind === 'opaque';
    return isUndecided ? unknown(missing.keyword) : outcome;
  }

  #buildKnown(
    type: JsonType,
    conditions: readonly Condition[],
    isPartial: boolean,
  ): Outcome {
    const listed = conditions
      .filter((it) => it.kind === 'values')
      .find(({ holds }) => holds);
    const values = listed?.values ?? allValues[type];
    if (values) {
      return firstOf(values, (value) =>
        this.#judge(value, type, conditions, isPartial),
      );
    }
    const open = conditions.find((it) => it.kind === 'unknown');
    if (open) return unknown(open.keyword);
    const isValid = (value: Json) => satisfies(value, conditions) === true;
    switch (type) {
      case 'number':
        return findNumber(conditions, isValid);
      case 'string':
        return findString(conditions, isValid);
      case 'array':
        return unlessListed(findArray(conditions, this.find), conditions);
      default:
        return unlessListed(
          findObject(conditions, this.find, isPartial),
          conditions,
        );
    }
  }

  /** Returns a value if it satisfies conditions. */
  #judge(
    value: Json,
    type: JsonType,
    conditions: readonly Condition[],
    isPartial: boolean,
  ): Outcome {
    const isOfParts = type === 'array' || type === 'object';
    if (isOfParts) {
      const others = conditions.filter((it) => it.kind !== 'values');
      const lists = conditions.filter((it) => it.kind === 'values');
      return satisfies(value, lists)
        ? this.#buildKnown(type, [...others, ...conditionsOf(value)], isPartial)
        : none;
    }
    const isValid = satisfies(value, conditions);
    if (isValid === undefined) return undecided(conditions);
    return isValid ? found(value) : none;
  }

  /** Writes a formula as a text that only equal formulas have. */
  #keyOf(formula: Formula): string {
    switch (formula.kind) {
      case 'schema': {
        const { schema, side, holds } = formula;
        return `${holds ? '+' : '-'}${readingOf(side)} ${this.#texts.of(schema, side)}`;
      }
      case 'all':
      case 'any':
        return `${formula.kind}(${formula.of.map((each) => this.#keyOf(each)).join(', ')})`;
      default: {
        const { of, ...rest } = formula as Condition & {
          readonly of?: Formula;
        };
        return `${JSON.stringify(rest)}${of ? this.#keyOf(of) : ''}`;
      }
    }
  }
}

/** Whether in each alternative a schema holds: the branches of what is sent. */
const isPositive = ({ of }: Choice): boolean =>
  of.every((option) =>
    (option.kind === 'all' ? option.of : [option]).some(isHolding),
  );

const isHolding = (formula: Formula): boolean =>
  formula.kind === 'schema' && formula.holds;

/** Returns the only value, as JSON, of each property that must be there and is a constant: a tag of variants. */
function tagsIn(conditions: readonly Condition[]): ReadonlyMap<string, string> {
  const required = new Set(
    conditions.flatMap((it) =>
      it.kind === 'property' && it.holds ? [it.name] : [],
    ),
  );
  const constants = new Map<string, string>();
  for (const condition of conditions) {
    const isOfOne =
      condition.kind === 'properties' &&
      condition.isEvery &&
      'name' in condition.where;
    if (!isOfOne) continue;
    const { name } = condition.where;
    const constant = constantOf(condition.of, true);
    if (required.has(name) && constant !== undefined)
      constants.set(name, constant);
  }
  return constants;
}

/** Whether a choice holds because a property has another constant than one of its alternatives excludes. */
function isTagged(
  { of }: Choice,
  constants: ReadonlyMap<string, string>,
): boolean {
  return of.some((option) => {
    if (option.kind === 'any') return isTagged(option, constants);
    if (
      option.kind === 'properties' &&
      !option.isEvery &&
      'name' in option.where
    ) {
      const [known, excluded] = [
        constants.get(option.where.name),
        constantOf(option.of, false),
      ];
      return (
        known !== undefined && excluded !== undefined && known !== excluded
      );
    }
    if (option.kind !== 'schema' || option.holds) return false;
    const { schema, side } = option;
    const target = referenced(objectOf(schema), side.root) ?? schema;
    const properties = objectOf(objectOf(target)['properties']);
    return [...constants].some(([name, known]) => {
      const constant = constantIn(properties[name]);
      return constant !== undefined && constant !== known;
    });
  });
}

/** Returns the constant of a schema that holds, or fails. */
function constantOf(formula: Formula, holds: boolean): string | undefined {
  const isSuch = formula.kind === 'schema' && formula.holds === holds;
  return isSuch ? constantIn(formula.schema) : undefined;
}

/** Returns the constant of a schema, as JSON: a scalar, which is written in one way only. */
function constantIn(schema: Json | undefined): string | undefined {
  const { const: constant } = objectOf(schema);
  const isScalar =
    constant !== undefined &&
    (constant === null || typeof constant !== 'object');
  return isScalar ? JSON.stringify(constant) : undefined;
}

/** Whether a formula can add to what is declared: a schema of whoever sends the value. */
function mayDeclare(formula: Formula): boolean {
  if (formula.kind === 'all' || formula.kind === 'any')
    return formula.of.some(mayDeclare);
  if (formula.kind === 'schema')
    return formula.holds && formula.side.sendsDeclared === true;
  return formula.kind === 'declares';
}

/** Branches first: what fails depends on them. */
const rank = (choice: Choice): number =>
  isPositive(choice) ? 0 : choice.of.length;

/** Another value than those that are excluded is not looked for. */
function unlessListed(
  outcome: Outcome,
  conditions: readonly Condition[],
): Outcome {
  const lists = conditions.filter((it) => it.kind === 'values');
  const isExcluded =
    outcome.kind === 'value' && !satisfies(outcome.value, lists);
  return isExcluded ? unknown('const') : outcome;
}

/** Returns what one list or object satisfies, and no other one. */
function conditionsOf(value: Json): readonly Condition[] {
  const children = childrenOf(value);
  const size: readonly Condition[] = [
    { kind: 'minSize', size: children.length },
    { kind: 'maxSize', size: children.length },
  ];
  if (isList(value)) {
    return [
      ...size,
      ...value.map((each, at) => everyItem({ at }, isEqualTo(each))),
    ];
  }
  return [
    ...size,
    { kind: 'declares', where: 'any' },
    ...children.flatMap(([name, each]) => [
      hasProperty(String(name)),
      everyProperty({ name: String(name) }, isEqualTo(each)),
    ]),
  ];
}

function undecided(conditions: readonly Condition[]): Outcome {
  const opaque = conditions.find(
    (it) => it.kind === 'opaque' || it.kind === 'unknown',
  );
  return unknown(opaque && 'keyword' in opaque ? opaque.keyword : 'enum');
}
