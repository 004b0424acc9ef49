/** Reports keywords of an element that nothing else compares. */
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '@agent-conversation/contract';
import { rules, type Rule } from '../rules.ts';
import type { Breaks } from '../model.ts';
import { annotatesElement, compareAnnotations } from './annotations.ts';
import {
  childPair,
  type Comparison,
  type Direction,
  namesOf,
  type Pair,
  type ReportOptions,
} from './comparison.ts';

/** Reports a change whose effect depends on the rule and the direction alone. */
export function report(
  comparison: Comparison,
  rule: Rule,
  element: Pair,
  direction: Direction,
  operation: Operation | undefined,
  more: Omit<ReportOptions, 'breaks'> = {},
): void {
  comparison.report(rule, element, operation, {
    ...more,
    breaks: breaksOf(rule, direction),
  });
}

function effectOf(rule: Rule, direction: Direction) {
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

/** Whether a value decides if a rule breaks in a direction. */
export const isByValues = (rule: Rule, direction: Direction): boolean =>
  effectOf(rule, direction) === 'values';

/** Reports annotations and unknown keywords of an element that exists on both sides. @param compared by the caller */
export function compareRest(
  comparison: Comparison,
  element: Pair,
  compared: readonly string[],
  direction: Direction,
  operation: Operation | undefined,
): void {
  for (const { rule, element: own, part, value } of compareAnnotations(
    element,
    annotatesElement,
  )) {
    report(comparison, rule, own, direction, operation, { part, value });
  }
  for (const name of namesOf(element)) {
    if (annotatesElement(name) || compared.includes(name)) continue;
    const part = childPair(element, name);
    if (isDeepStrictEqual(part.base.value, part.current.value)) continue;
    report(comparison, 'unclassified', element, direction, operation, {
      part,
      value: name,
    });
  }
}

/** Reports the extensions of a map whose other names are those of entries. */
export function compareExtensions(
  comparison: Comparison,
  element: Pair,
  direction: Direction,
  operation: Operation | undefined,
): void {
  const isExtension = (name: string) => name.startsWith('x-');
  for (const { rule, part, value } of compareAnnotations(
    element,
    isExtension,
  )) {
    report(comparison, rule, element, direction, operation, { part, value });
  }
}
