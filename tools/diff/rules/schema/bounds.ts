import { type Comparer, type Table, tell, unclassified } from '../../compare/comparer.ts';
import { told } from '../../compare/words.ts';
import type { Json } from '../../model/json.ts';

type Rule = 'bound-tightened' | 'bound-loosened' | 'bound-changed';

/** A bound that takes less the higher it is. */
function lower(name: string, whenAbsent = -Infinity): Comparer {
  return bound(name, whenAbsent, (before, after) =>
    after > before ? 'bound-tightened' : 'bound-loosened',
  );
}

/** A bound that takes less the lower it is. */
function upper(name: string): Comparer {
  return bound(name, Infinity, (before, after) =>
    after < before ? 'bound-tightened' : 'bound-loosened',
  );
}

function bound(
  name: string,
  whenAbsent: number,
  ruleFor: (before: number, after: number) => Rule,
): Comparer {
  return (pair, element, context) => {
    const before = pair.released.value ?? whenAbsent;
    const after = pair.current.value ?? whenAbsent;
    const values = {
      before: words(name, pair.released.value),
      after: words(name, pair.current.value),
    };
    if (typeof before !== 'number' || typeof after !== 'number')
      unclassified(pair, element, context);
    else if (before === after)
      tell(context, 'default-stated', element, { value: `\`${name}\`` }, pair);
    else tell(context, ruleFor(before, after), element, values, pair);
  };
}

function words(name: string, value: Json | undefined): string {
  return value === undefined ? `no \`${name}\`` : `\`${name}\` ${told(value)}`;
}

/** What is divided by more takes less. */
function multipleRule(before: number, after: number): Rule {
  if (isMultiple(after, before)) return 'bound-tightened';
  return isMultiple(before, after) ? 'bound-loosened' : 'bound-changed';
}

/** Of nothing, everything is a multiple. */
function isMultiple(of: number, number: number): boolean {
  return number === 0 || (of !== 0 && Number.isInteger(of / number));
}

const uniqueItems: Comparer = (pair, element, context) => {
  const [before, after] = [pair.released.value === true, pair.current.value === true];
  const values = {
    before: words('uniqueItems', pair.released.value),
    after: words('uniqueItems', pair.current.value),
  };
  if (before === after) tell(context, 'default-stated', element, { value: '`uniqueItems`' }, pair);
  else tell(context, after ? 'bound-tightened' : 'bound-loosened', element, values, pair);
};

/** The bounds of numbers, texts, lists and objects. */
export const bounds: Table = {
  minimum: lower('minimum'),
  exclusiveMinimum: lower('exclusiveMinimum'),
  minLength: lower('minLength', 0),
  minItems: lower('minItems', 0),
  minProperties: lower('minProperties', 0),
  maximum: upper('maximum'),
  exclusiveMaximum: upper('exclusiveMaximum'),
  maxLength: upper('maxLength'),
  maxItems: upper('maxItems'),
  maxProperties: upper('maxProperties'),
  multipleOf: bound('multipleOf', 0, multipleRule),
  uniqueItems,
};
