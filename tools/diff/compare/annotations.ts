/** Compares what annotates an element: texts, defaults, and extensions of this repository. */
import { isObject, type Json, textOf } from '@agent-conversation/contract';
import { isAnnotation } from '@agent-conversation/inclusion';
import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../rules.ts';
import { childPair, existenceOf, namesOf, type Pair } from './comparison.ts';
import { lifecycleDifferences } from './lifecycles.ts';

/** A difference of a keyword of an element. */
export interface KeywordDifference {
  readonly rule: Rule;
  readonly element: Pair;
  readonly part: Pair;
  readonly value: string;
  /** Ids of operations that it reaches in addition. */
  readonly operations?: readonly string[];
}

const texts = new Set(
  'title description summary externalDocs example examples $comment xml x-enumDescriptions'.split(
    ' ',
  ),
);

/** Whether a keyword constrains nothing: in a schema, or in any other element. */
export const annotates = (keyword: string): boolean => isAnnotation(keyword) || texts.has(keyword);

/** Compares the annotations of an element that exists on both sides, or some of them. */
export function compareAnnotations(
  element: Pair,
  isCompared: (name: string) => boolean = () => true,
): readonly KeywordDifference[] {
  if (!isObject(element.base.value) || !isObject(element.current.value)) return [];
  return namesOf(element)
    .filter((name) => isCompared(name) && (annotates(name) || isHint(name, element)))
    .flatMap((name) => {
      const part = childPair(element, name);
      const isSame = isDeepStrictEqual(part.base.value, part.current.value);
      return isSame ? [] : compareAnnotation(name, element, part);
    });
}

/** The format `password` constrains nothing: it is a hint for user interfaces (OpenAPI 3.1, section 4.4.1). */
function isHint(name: string, element: Pair): boolean {
  const { base, current } = childPair(element, name);
  return (
    name === 'format' && [base, current].every(({ value = 'password' }) => value === 'password')
  );
}

function compareAnnotation(name: string, element: Pair, part: Pair): readonly KeywordDifference[] {
  if (name === 'x-lifecycle') return lifecycleDifferences(part);
  const rule = ruleOf(name, part);
  return rule === undefined ? [] : [{ rule, element, part, value: name }];
}

function ruleOf(name: string, part: Pair): Rule | undefined {
  const { base, current } = part;
  switch (name) {
    case 'default':
      return existenceOf(part) === 'added' ? 'default-added' : 'default-changed';
    case 'deprecated':
      return Boolean(base.value) === Boolean(current.value) ? undefined : 'deprecated';
    case 'discriminator':
      return discriminatorRule(part);
    case 'x-secret':
      return current.value ? 'secret-added' : 'secret-removed';
    case 'x-provenance':
      // Annotations around it count as well: `changeOf` compares what holds on both sides.
      return 'provenance-assumed';
    case 'x-retry':
      return isRetryLowered(part) ? 'retry-lowered' : 'retry-raised';
    case 'x-decision':
    case 'x-assumed':
      return 'decision';
    default:
      return texts.has(name) || name === 'format' ? 'text' : 'extension';
  }
}

function isRetryLowered({ base, current }: Pair): boolean {
  const rank = (value: Json | undefined) => ['safe', 'unsent', 'never'].indexOf(textOf(value));
  const [before, after] = [rank(base.value), rank(current.value)];
  return after < 0 || (before >= 0 && after > before);
}

/** Values that were mapped are mapped to the same schema, by name or by reference; others may be added. */
function discriminatorRule(part: Pair): Rule | undefined {
  if (existenceOf(part) === 'added') return 'discriminator-added';
  if (existenceOf(part) === 'removed') return 'discriminator-removed';
  const mapping = childPair(part, 'mapping');
  const nameOf = (value: Json | undefined) => textOf(value).replace(/^.*\//, '');
  const isMapped = namesOf({ base: mapping.base, current: mapping.base }).every((name) => {
    const target = childPair(mapping, name);
    return nameOf(target.base.value) === nameOf(target.current.value);
  });
  const property = childPair(part, 'propertyName');
  const isSame = property.base.value === property.current.value && isMapped;
  return isSame ? undefined : 'discriminator-changed';
}
