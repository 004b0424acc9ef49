import { type Comparer, type Context, tell } from '../../compare/comparer.ts';
import { schemaWords, told } from '../../compare/words.ts';
import type { Pair, Side } from '../../model/finding.ts';
import { isSame, type Json } from '../../model/json.ts';
import { innerSide } from '../../model/pair.ts';
import { type Belongs, isSameElement, type Listed, pairElements, pairSides } from '../listed.ts';
import { isNull, type Shapes } from './shape.ts';

/** Variants that are not the same are compared if there is one on each side. */
const isLikely: Belongs = (released, current) => !isNull(released) && !isNull(current);

/**
 * The schemas of which a value has to fit one: any of them by `anyOf`, or exactly one by `oneOf`.
 * @param schema compares two schemas
 */
export function variants(schema: Comparer): Comparer {
  return (pair, element, context) => {
    const { released, current } = pair;
    if (released.value === undefined) {
      // Where it takes the place of the other keyword, it is told there.
      if (otherIn(element.released, pair).value === undefined) toldWhole('constraint-added');
    } else if (current.value !== undefined) compareLists(schema, pair, element, context);
    else {
      const other = otherIn(element.current, pair);
      if (other.value === undefined) toldWhole('constraint-removed');
      else {
        const values = { before: told(nameIn(released)), after: told(nameIn(other)) };
        tell(context, 'composition-changed', element, values, pair);
        compareLists(schema, { released, current: other }, element, context);
      }
    }

    function toldWhole(rule: string): void {
      tell(context, rule, element, { value: 'one of its variants' }, pair);
    }
  };
}

function compareLists(schema: Comparer, pair: Pair, element: Pair, context: Context): void {
  const listed = pairElements(pair, [isSameElement, isLikely]);
  tellVariants(schema, element, listed, context);
  if (listed.isReordered) tell(context, 'order-changed', element, {}, pair);
}

/** The keyword in place of the one that a pair is about. */
function otherIn(element: Side, { released }: Pair): Side {
  return innerSide(element, nameIn(released) === 'anyOf' ? 'oneOf' : 'anyOf');
}

function nameIn({ pointer }: Side): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/**
 * Compares the variants of a schema that is written in another form.
 * @param schema compares two schemas
 */
export function compareVariants(
  schema: Comparer,
  element: Pair,
  shapes: Shapes,
  context: Context,
): void {
  const listed = pairSides(shapes.released, shapes.current, element, [isSameElement, isLikely]);
  const before = context.found.length;
  tellVariants(schema, element, listed, context);
  if (context.found.length === before) tell(context, 'schema-restated', element);
}

function tellVariants(
  schema: Comparer,
  element: Pair,
  { both, added, removed }: Listed,
  context: Context,
): void {
  for (const it of both) {
    if (!isSame(it.released.value, it.current.value)) schema(it, it, context);
  }
  for (const it of added) {
    const rule = isNull(it.current.value) ? 'null-allowed' : 'variant-added';
    tell(context, rule, element, { value: schemaWords(it.current.value) }, it);
  }
  for (const it of removed) {
    const rule = isNull(it.released.value) ? 'null-refused' : 'variant-removed';
    tell(context, rule, element, { value: schemaWords(it.released.value) }, it);
  }
}

/**
 * The schemas all of which a value has to fit.
 * @param schema compares two schemas
 */
export function all(schema: Comparer): Comparer {
  return (pair, element, context) => {
    const isAny: Belongs = () => true;
    const listed = pairElements(pair, [isSameElement, isAny]);
    for (const it of listed.both) schema(it, it, context);
    for (const it of listed.added) tellPart('constraint-added', it, it.current.value);
    for (const it of listed.removed) tellPart('constraint-removed', it, it.released.value);
    if (listed.isReordered) tell(context, 'order-changed', element, {}, pair);

    function tellPart(rule: string, spot: Pair, value: Json | undefined): void {
      tell(context, rule, element, { value: schemaWords(value) }, spot);
    }
  };
}
