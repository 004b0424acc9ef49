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
import { componentOf } from './structure.ts';

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
  isCompared: (name: string) => boolean,
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
  const rule = Object.hasOwn(rulesOf, name)
    ? rulesOf[name]!(part, element)
    : 'extension';
  return rule === undefined ? [] : [{ rule, element, part, value: name }];
}

const rulesOf: Readonly<
  Record<string, (part: Pair, element: Pair) => Rule | undefined>
> = {
  ...Object.fromEntries(
    [...texts, 'format'].map((name) => [name, () => 'text']),
  ),
  default: (part) =>
    existenceOf(part) === 'added' ? 'default-added' : 'default-changed',
  deprecated: ({ base, current }) =>
    Boolean(base.value) === Boolean(current.value) ? undefined : 'deprecated',
  discriminator: discriminatorRule,
  'x-secret': ({ current }) =>
    current.value ? 'secret-added' : 'secret-removed',
  // Annotations around it count as well: `changeOf` compares what holds on both sides.
  'x-provenance': () => 'provenance-assumed',
  'x-retry': (part) =>
    isRetryLowered(part) ? 'retry-lowered' : 'retry-raised',
  'x-decision': () => 'decision',
  'x-assumed': () => 'decision',
};

function isRetryLowered({ base, current }: Pair): boolean {
  const rank = (value: Json | undefined) =>
    ['safe', 'unsent', 'never'].indexOf(textOf(value));
  const [before, after] = [rank(base.value), rank(current.value)];
  return after < 0 || (before >= 0 && after > before);
}

/** Each value that chose a schema still does, and chooses the same one; others may be added. */
function discriminatorRule(part: Pair, element: Pair): Rule | undefined {
  const existence = existenceOf(part);
  if (existence) return `discriminator-${existence}`;
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
  const mapping = objectOf(objectOf(discriminator)['mapping']);
  const mapped = Object.entries(mapping).map(
    ([name, target]) => [name, componentOf(target)] as const,
  );
  const targets = mapped.map(([, target]) => target);
  const implicit = [anyOf, oneOf]
    .flatMap(listOf)
    .flatMap((branch) => objectOf(branch)['$ref'] ?? [])
    .map(componentOf)
    .filter((name) => !targets.includes(name));
  return new Map([...implicit.map((name) => [name, name] as const), ...mapped]);
}
