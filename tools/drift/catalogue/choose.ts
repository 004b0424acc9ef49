import { type Options, UsageError } from '../cli/options.ts';
import type { Mutant } from './mutant.ts';
import { layerOf } from './operators.ts';

/**
 * The mutants that are asked for.
 *
 * @throws {UsageError} when that is none, or none has the gate that is to be left out
 */
export function choose(mutants: readonly Mutant[], options: Options): readonly Mutant[] {
  const { fast, layers, operators, words, without } = options;
  const among = fast ? fastOnes(mutants) : mutants;
  const chosen = among.filter(
    ({ operator, title }) =>
      (layers.length === 0 || layers.includes(layerOf(operator))) &&
      (operators.length === 0 || operators.includes(operator)) &&
      (words.length === 0 || words.some((word) => title.includes(word))),
  );
  if (chosen.length === 0) throw new UsageError('No fault is all of what is asked for');
  if (without !== undefined && !chosen.some(({ gate }) => gate === without)) {
    const gates = [...new Set(chosen.map(({ gate }) => gate))].toSorted();
    throw new UsageError(`No fault has the gate '${without}', but:\n  ${gates.join('\n  ')}`);
  }
  return chosen;
}

/** One mutant of each operator: the marked one, or else the first. */
function fastOnes(mutants: readonly Mutant[]): readonly Mutant[] {
  return mutants.filter((mutant) => {
    const alike = mutants.filter(({ operator }) => operator === mutant.operator);
    return mutant === (alike.find(({ fast }) => fast) ?? alike[0]);
  });
}
