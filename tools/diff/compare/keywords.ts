/** Reports what differs, and keywords of an element that nothing else compares. */
import type { Operation } from '@agent-conversation/contract';
import { rules, type Rule } from '../rules.ts';
import type { Breaks } from '../model.ts';
import { annotatesElement, compareAnnotations } from './annotations.ts';
import {
  childPair,
  type Comparison,
  type Direction,
  isUnchanged,
  namesOf,
  type Pair,
  type ReportOptions,
} from './comparison.ts';

/** What clients call, or what the service calls. */
export type CallKind = 'operation' | 'event';

/** Compares one keyword of an element. */
type Comparer = (part: Pair, element: Pair) => void;

/** Does nothing: the keyword is compared together with another one. */
export const withAnother: Comparer = () => {};

/** Whose values are compared: those of an operation, if there is one, in one direction. */
export class Scope {
  readonly comparison: Comparison;
  readonly direction: Direction;
  readonly operation: Operation | undefined;
  readonly kind: CallKind;

  /** @param direction by default that of requests: the service sends those of an event */
  constructor(
    comparison: Comparison,
    operation?: Operation,
    kind: CallKind = 'operation',
    direction: Direction = kind === 'event' ? 'response' : 'request',
  ) {
    this.comparison = comparison;
    this.operation = operation;
    this.kind = kind;
    this.direction = direction;
  }

  /** The same operation in the other direction. */
  get opposite(): Scope {
    const direction = this.direction === 'request' ? 'response' : 'request';
    return new Scope(this.comparison, this.operation, this.kind, direction);
  }

  /** Reports a change, whose effect depends on the rule and the direction unless it is named. */
  report(rule: Rule, element: Pair, more: ReportOptions = {}): void {
    const breaks = breaksOf(rule, this.direction);
    this.comparison.report(rule, element, this.operation, { breaks, ...more });
  }

  /** Reports a keyword that has another value. */
  reportOther(rule: Rule, element: Pair, name: string): void {
    const part = childPair(element, name);
    if (!isUnchanged(part)) this.report(rule, element, { part, value: name });
  }

  /** Compares an element of both sides: its annotations, and each keyword by its comparer. Others are reported. */
  keywords(
    element: Pair,
    comparers: Readonly<Record<string, Comparer>> = {},
  ): void {
    for (const [name, compare] of Object.entries(comparers)) {
      compare(childPair(element, name), element);
    }
    this.annotations(element, annotatesElement);
    for (const name of namesOf(element)) {
      if (annotatesElement(name) || Object.hasOwn(comparers, name)) continue;
      this.reportOther('unclassified', element, name);
    }
  }

  /** Reports annotations of an element, or some of them. */
  annotations(element: Pair, isCompared: (name: string) => boolean): void {
    for (const { rule, element: changed, ...more } of compareAnnotations(
      element,
      isCompared,
    )) {
      this.report(rule, changed, more);
    }
  }
}

/** The effect of a rule in a direction. */
export function effectOf(rule: Rule, direction: Direction) {
  const { effect } = rules[rule];
  return typeof effect === 'object' ? effect[direction] : effect;
}

/** Whom a rule breaks in a direction; undefined if nobody, or if a value decides. */
export function breaksOf(rule: Rule, direction: Direction): Breaks | undefined {
  const effect = effectOf(rule, direction);
  return effect === 'sender' || effect === 'receiver' || effect === 'source'
    ? effect
    : undefined;
}
