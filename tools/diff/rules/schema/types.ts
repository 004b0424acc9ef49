import { type Comparer, tell } from '../../compare/comparer.ts';
import { told } from '../../compare/words.ts';
import { isList, isSame, type Json } from '../../model/json.ts';

const every: readonly string[] = ['array', 'boolean', 'null', 'number', 'object', 'string'];

/** The types that a value may have. */
export const type: Comparer = (pair, element, context) => {
  const before = typesOf(pair.released.value);
  const after = typesOf(pair.current.value);
  const values = { before: words(pair.released.value), after: words(pair.current.value) };
  tell(context, ruleFor(before, after), element, values, pair);
};

function ruleFor(before: readonly string[], after: readonly string[]): string {
  const [had, has] = [before.includes('null'), after.includes('null')];
  const isOnlyNull = isSame(withoutNull(before), withoutNull(after));
  if (isOnlyNull && had !== has) return has ? 'null-allowed' : 'null-refused';
  if (covers(after, before)) return covers(before, after) ? 'schema-restated' : 'type-widened';
  return covers(before, after) ? 'type-narrowed' : 'type-changed';
}

/** Without a word on it, a value may have any type. */
function typesOf(value: Json | undefined): readonly string[] {
  if (value === undefined) return every;
  return (isList(value) ? value : [value]).map(String).toSorted();
}

function withoutNull(types: readonly string[]): string[] {
  return types.filter((it) => it !== 'null');
}

/** Whether values of all types of the second are of one of the first: each integer is a number. */
function covers(one: readonly string[], other: readonly string[]): boolean {
  return other.every((it) => one.includes(it) || (it === 'integer' && one.includes('number')));
}

function words(value: Json | undefined): string {
  return value === undefined ? 'anything' : told(value);
}
