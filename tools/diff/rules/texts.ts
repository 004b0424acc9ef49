import { type Comparer, mapOf, tell, tells, tellsItself } from '../compare/comparer.ts';
import { ownDescription } from '../compare/description.ts';
import { isSame, type Json, member } from '../model/json.ts';

/** What the bundle writes descriptions from. */
const sources = ['x-provenance', 'x-decision', 'x-enumDescriptions', 'enum'];

/** A description: of what a person wrote of it. What the bundle adds is told where it comes from. */
export const description: Comparer = (pair, element, context) => {
  const { released, current } = element;
  const before = ownDescription(released.value);
  const after = ownDescription(current.value);
  if (isSame(before, after) && !isSame(sourcesOf(released.value), sourcesOf(current.value))) return;
  tell(context, ruleFor(before, after), element, { value: 'description' }, pair);
};

function sourcesOf(value: Json | undefined): Json {
  return sources.map((name) => member(value, name) ?? null);
}

function ruleFor(before: Json | undefined, after: Json | undefined): string {
  if (before === undefined) return 'text-added';
  return after === undefined ? 'text-removed' : 'text-changed';
}

/** Any other text for people, of an element. */
export function text(name: string): Comparer {
  return (pair, element, context) => {
    const rule = ruleFor(pair.released.value, pair.current.value);
    tell(context, rule, element, { value: name }, pair);
  };
}

/** A map of examples. */
export const examples: Comparer = mapOf(
  tellsItself('example-added'),
  tellsItself('example-removed'),
  tellsItself('example-changed'),
);

/** Whether something is deprecated. */
export const deprecated: Comparer = (pair, element, context) => {
  const rule = pair.current.value === true ? 'deprecated' : 'no-longer-deprecated';
  const wasStated = Boolean(pair.released.value) === Boolean(pair.current.value);
  tell(context, wasStated ? 'default-stated' : rule, element, { value: '`deprecated`' }, pair);
};

/** The reasons of an element. */
export const decision: Comparer = tells('decision-changed');
