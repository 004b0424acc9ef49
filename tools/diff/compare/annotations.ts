/** Compares what annotates an element: texts, defaults, and extensions of this repository. */
import {
  isObject,
  type Json,
  listOf,
  objectOf,
  textOf,
} from '@agent-conversation/contract';
import { isAnnotation } from '@agent-conversation/inclusion';
import type { Rule } from '../rules.ts';
import {
  childPair,
  type Element,
  existenceOf,
  isUnchanged,
  type KeywordDifference,
  namesOf,
  type Pair,
} from './comparison.ts';
import { lifecycleDifferences } from './lifecycles.ts';

const texts = new Set(
  'title description summary externalDocs example examples $comment xml x-enumDescriptions'.split(
    ' ',
  ),
);

/** Whether a keyword of an element that is no schema constrains nothing. */
export const annotatesElement = (keyword: string): boolean =>
  texts.has(keyword) || keyword === 'deprecated' || keyword.startsWith('x-');

/** Compares the annotations of an element that exists on both sides, or some of them. */
export function compareAnnotations(
  element: Pair,
  isCompared: (name: string) => boolean = () => true,
): readonly KeywordDifference[] {
  if (!isObject(element.base.value) || !isObject(element.current.value))
    return [];
  return namesOf(element)
    .filter(
      (name) =>
        isCompared(name) &&
        (isAnnotation(name) || texts.has(name) || isHint(name, element)),
    )
    .flatMap((name) => {
      const part = childPair(element, name);
      const isSame = isUnchanged(part);
      // Names of schemas are values of a discriminator.
      return isSame && name !== 'discriminator'
        ? []
        : compareAnnotation(name, element, part);
    });
}

/** The format `password` constrains nothing: it is a hint for user interfaces (OpenAPI 3.1, section 4.4.1). */
function isHint(name: string, element: Pair): boolean {
  const { base, current } = childPair(element, name);
  return (
    name === 'format' &&
    [base, current].every(({ value = 'password' }) => value === 'password')
  );
}

function compareAnnotation(
  name: string,
  element: Pair,
  part: Pair,
): readonly KeywordDifference[] {
  if (name === 'x-lifecycle') return lifecycleDifferences(part);
  const rule = ruleOf(name, element, part);
  return rule === undefined ? [] : [{ rule, element, part, value: name }];
}

function ruleOf(name: string, element: Pair, part: Pair): Rule | undefined {
  const { base, current } = part;
  switch (name) {
    case 'default':
      return existenceOf(part) === 'added'
        ? 'default-added'
        : 'default-changed';
    case 'deprecated':
      return Boolean(base.value) === Boolean(current.value)
        ? undefined
        : 'deprecated';
    case 'discriminator':
      return discriminatorRule(element, part);
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
  const rank = (value: Json | undefined) =>
    ['safe', 'unsent', 'never'].indexOf(textOf(value));
  const [before, after] = [rank(base.value), rank(current.value)];
  return after < 0 || (before >= 0 && after > before);
}

/** Each value that chose a schema still does, and chooses the same one; others may be added. */
function discriminatorRule(element: Pair, part: Pair): Rule | undefined {
  if (existenceOf(part) === 'added') return 'discriminator-added';
  if (existenceOf(part) === 'removed') return 'discriminator-removed';
  const property = childPair(part, 'propertyName');
  const [before, after] = [mappingOf(element.base), mappingOf(element.current)];
  const isAnother = ([name, target]: readonly [string, string]) => {
    const currentTarget = after.get(name);
    const isKept = [...after.values()].includes(target);
    // A variant that goes, or is only renamed, is compared with the other variants.
    const hasNewName = [...after.keys()].some((key) => !before.has(key));
    return currentTarget === undefined
      ? isKept || hasNewName
      : currentTarget !== target && isKept;
  };
  // OpenAPI 3.2, section 4.25: the schema of values without the property.
  const byDefault = childPair(part, 'defaultMapping');
  const hasSameDefault =
    existenceOf(byDefault) === 'added' ||
    byDefault.base.value === byDefault.current.value;
  const hasSameProperty = property.base.value === property.current.value;
  const isSame =
    hasSameProperty && hasSameDefault && ![...before].some(isAnother);
  return isSame ? undefined : 'discriminator-changed';
}

/** Returns the schema that each value of a discriminator chooses; their names are values too (OpenAPI 3.1, 4.8.25). */
function mappingOf({ value }: Element): ReadonlyMap<string, string> {
  const { discriminator, anyOf, oneOf } = objectOf(value);
  const nameOf = (reference: Json | undefined) =>
    textOf(reference).replace(/^.*\//, '');
  const entries = Object.entries(objectOf(objectOf(discriminator)['mapping']));
  const mapped = entries.map(
    ([name, target]) => [name, nameOf(target)] as const,
  );
  const targets = new Set(mapped.map(([, target]) => target));
  const implicit = [anyOf, oneOf]
    .flatMap(listOf)
    .map((branch) => objectOf(branch)['$ref'])
    .filter((reference) => reference !== undefined)
    .map(nameOf)
    .filter((name) => !targets.has(name));
  return new Map([...implicit.map((name) => [name, name] as const), ...mapped]);
}
