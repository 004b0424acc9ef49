/**
 * Compares schemas: finds where they differ, and decides by inclusion whether that breaks. In a request every value
 * that was valid must stay valid; in a response every value that comes must have been possible.
 */
import { childrenOf, type Json, objectOf } from '@agent-conversation/contract';
import {
  Inclusion,
  type Outcome,
  type Side,
  type SidedSchema,
} from '@agent-conversation/inclusion';
import type { Breaks, Evidence } from '../model.ts';
import {
  bothSides,
  childPair,
  type Comparison,
  type Direction,
  existenceOf,
  otherSide,
  type Pair,
  senderIn,
  type SideName,
} from './comparison.ts';
import {
  type Difference,
  leftOutIn,
  SchemaDifferences,
  valuesOf,
} from './differences.ts';
import { explain, isSent } from './evidence.ts';
import { breaksOf, effectOf, type Scope } from './keywords.ts';
import { basesIn, referencesFrom } from './structure.ts';

/** How values are written and sent. */
interface Written {
  /** As XML, where the keyword `xml` decides how. */
  readonly isXml?: boolean;
  /** As a required parameter is: its default says nothing. */
  readonly isAlwaysSent?: boolean;
}

/** Differences whose parts describe values of the element; those of others describe the object around it. */
const ofValue: ReadonlySet<string> = new Set([
  'schema',
  'enum-removed',
  'enum-value-added',
  'enum-value-removed',
]);

export class SchemaComparison {
  readonly #comparison: Comparison;
  readonly #inclusion: Inclusion;
  readonly #differences: SchemaDifferences;
  /** What was compared because a discriminator may choose it. */
  readonly #children = new Set<string>();
  readonly #bases: Pair<ReturnType<typeof basesIn>>;

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    this.#bases = bothSides((side) => basesIn(comparison[side]));
    this.#inclusion = new Inclusion(comparison.base, comparison.current);
    this.#differences = new SchemaDifferences(comparison, this.#inclusion);
  }

  /**
   * Compares what is sent in one direction. Without a schema, any value is valid.
   *
   * Where a discriminator of a base chooses a schema that is composed of it, that is compared as well.
   */
  compare(
    pair: Pair,
    scope: Scope,
    { isXml = false, isAlwaysSent = false }: Written = {},
  ): void {
    const { direction } = scope;
    if (pair.base.value === undefined && pair.current.value === undefined)
      return;
    const bases = this.#basesIn(pair);
    for (const each of this.#childrenOf(bases)) this.#compareOnce(each, scope);
    for (const name of bases) this.#compareChoices(name, scope);
    const differences = this.#differences.of(pair, direction, isAlwaysSent);
    if (differences.length === 0 && this.#differences.isSame(pair)) return;
    const whole = this.#counterexample(valuesOf(pair), direction);
    const breaks: Breaks = direction === 'request' ? 'sender' : 'receiver';
    let isExplained = whole.kind === 'none';
    for (const difference of differences) {
      const {
        element,
        part = element,
        value = '',
        schemas,
        behind = [],
      } = difference;
      const rule = isXml && value === 'xml' ? 'xml-notation' : difference.rule;
      const evidence: Evidence | undefined =
        schemas &&
        effectOf(rule, direction) === 'values' &&
        whole.kind !== 'none'
          ? this.#evidenceOf(difference, schemas, direction)
          : undefined;
      const isBroken: boolean =
        evidence !== undefined ||
        behind.some(({ rule: inner }) => breaksOf(inner, direction) === breaks);
      const affected: Breaks | undefined = isBroken
        ? breaks
        : breaksOf(rule, direction);
      if (affected === breaks) isExplained = true;
      scope.report(rule, element, { part, value, breaks: affected, evidence });
    }
    if (isExplained) return;
    const evidence = this.#evidence(valuesOf(pair), direction);
    const value = 'not all values are valid that were';
    const element = this.#differences.resolved(pair);
    scope.report('schema', element, { value, breaks, evidence });
  }

  #compareOnce(pair: Pair, scope: Scope): void {
    const { direction, operation } = scope;
    const key = [pair.base.pointer, direction, operation?.pointer].join('\n');
    if (this.#children.has(key)) return;
    this.#children.add(key);
    this.compare(pair, scope);
  }

  /** Finds the names of schemas with a discriminator that a schema leads to. */
  #basesIn({ base }: Pair): readonly string[] {
    if (this.#bases.base.size === 0) return [];
    const reachable = referencesFrom(this.#comparison.base, base.value);
    return [...reachable].filter((name) => this.#bases.base.has(name));
  }

  /** Finds the schemas that are composed of others, which a value may have instead of them. */
  #childrenOf(bases: readonly string[]): readonly Pair[] {
    const names = bases.flatMap((name) => [
      ...this.#bases.base.get(name)!.keys(),
    ]);
    return names
      .map((name) => childPair(this.#schemas, name))
      .filter((each) => !existenceOf(each));
  }

  /** Reports values of a base's discriminator that choose nothing any more, or come and chose nothing before. */
  #compareChoices(name: string, scope: Scope): void {
    // Without a base, nothing is chosen: the schemas themselves are compared.
    if (!this.#bases.current.has(name)) return;
    const valuesIn = (side: SideName) => [
      ...this.#bases[side].get(name)!.values(),
    ];
    const sender = senderIn(scope.direction);
    const known = valuesIn(otherSide(sender));
    const isRequest = scope.direction === 'request';
    const rule = isRequest ? 'variant-removed' : 'variant-added';
    const breaks: Breaks = isRequest ? 'sender' : 'receiver';
    const element = childPair(this.#schemas, name);
    for (const value of valuesIn(sender))
      if (!known.includes(value))
        scope.report(rule, element, { value, breaks });
  }

  get #schemas(): Pair {
    return bothSides((side) => ({
      pointer: '/components/schemas',
      value: objectOf(this.#comparison[side]['components'])['schemas'],
    }));
  }

  /** Compares a component that no operation may use: nobody breaks. */
  compareUnused(pair: Pair): void {
    if (this.#differences.has(pair.base.pointer)) return;
    const differences = this.#differences.of(pair, 'response');
    for (const { rule, element, part = element, value = '' } of differences) {
      this.#comparison.report(rule, element, undefined, { part, value });
    }
  }

  /** Whether the other document has the same schema under another name, or inline. */
  isElsewhere(pair: Pair): boolean {
    const side = pair.base.value === undefined ? 'current' : 'base';
    const other = otherSide(side);
    const schema = this.#comparison.sided(pair[side].value!, side);
    const isEqual = (value: Json): boolean =>
      this.#inclusion.isSame(schema, this.#comparison.sided(value, other)) ||
      childrenOf(value).some(
        ([, inner]) =>
          typeof inner === 'object' && inner !== null && isEqual(inner),
      );
    return isEqual(this.#comparison[other]);
  }

  /** Searches a value that is sent, and that whoever receives it does not expect. */
  #counterexample(schemas: Pair<Json>, direction: Direction): Outcome {
    const { sender, receiver } = this.#parties(schemas, direction);
    return this.#inclusion.counterexample(sender, receiver);
  }

  #parties(schemas: Pair<Json>, direction: Direction) {
    const partyOf = (side: SideName, more: Partial<Side>): SidedSchema => {
      const sided = this.#comparison.sided(schemas[side], side);
      const leftOut = leftOutIn(direction);
      const both = { ...sided.side, leftOut, sharesDeclarations: true };
      return { ...sided, side: { ...both, ...more } };
    };
    const sender = senderIn(direction);
    const { opened } = this.#differences;
    const reads = { readsDeclared: true, readsNewValues: true, opened };
    return {
      sender: partyOf(sender, { sendsDeclared: true }),
      receiver: partyOf(
        otherSide(sender),
        direction === 'response' ? reads : {},
      ),
    };
  }

  /** Searches a value for the parts that differ; for all of the element, if what is beside them excludes the value. */
  #evidenceOf(
    { rule, element }: Difference,
    schemas: Pair<Json>,
    direction: Direction,
  ): Evidence | undefined {
    const evidence = this.#evidence(schemas, direction);
    if (evidence === undefined || 'undecided' in evidence || !ofValue.has(rule))
      return evidence;
    const around = valuesOf(this.#differences.resolved(element));
    const { sender } = this.#parties(around, direction);
    if (isSent(evidence.value, sender)) return evidence;
    return this.#evidence(around, direction);
  }

  /** Searches a value that breaks; Ajv must agree that it is sent, and not valid on the other side. */
  #evidence(schemas: Pair<Json>, direction: Direction): Evidence | undefined {
    const outcome = this.#counterexample(schemas, direction);
    if (outcome.kind === 'none') return undefined;
    if (outcome.kind === 'unknown') return { undecided: outcome.keyword };
    const { value } = outcome;
    const { sender, receiver } = this.#parties(schemas, direction);
    const error = explain(value, receiver);
    const isShown = error !== undefined && isSent(value, sender);
    return isShown ? { value, error, direction } : { undecided: 'schema' };
  }
}
