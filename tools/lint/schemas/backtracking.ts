/**
 * Decides whether a regular expression can take exponential time: whether a loop of its automaton reads a text in
 * several ways (Weideman et al., "Analyzing Matching Time Behavior of Backtracking Regular Expression Matchers by Using
 * Ambiguity of NFA", 2016).
 */
import { type CharSet, ENFA, JS, visitAst } from 'refa';

type State = ENFA.ReadonlyNode;

/** A character that is read, and where that leads. */
interface Step {
  readonly characters: CharSet;
  readonly to: State;
}

/** A group that may be repeated as often as this counts as a loop. */
const manyTimes = 10;

/** A pattern with more states than this is not decided. */
const mostStates = 150;

/**
 * Whether a pattern can take time that doubles with each further character.
 *
 * @throws {SyntaxError} if it is no regular expression with the flag `u`
 */
export function isExponential(source: string): boolean {
  const parser = JS.Parser.fromLiteral({ source, flags: 'u' });
  const { expression, maxCharacter } = parser.parse({
    backreferences: 'unknown',
  });
  const parts = [expression.alternatives];
  visitAst(expression, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max < manyTimes) return;
      quantifier.min = Math.min(quantifier.min, 1);
      quantifier.max = Infinity;
    },
    // What is in a lookahead has loops of its own.
    onAssertionEnter: ({ alternatives }) => void parts.push(alternatives),
  });
  return parts.some((alternatives) => {
    const automaton = ENFA.fromRegex(
      alternatives,
      { maxCharacter },
      { assertions: 'ignore', unknowns: 'disable' },
    );
    const steps = new Map<State, readonly Step[]>();
    for (const state of automaton.nodes()) steps.set(state, stepsFrom(state));
    const isDecided = steps.size <= mostStates;
    return isDecided && [...steps.keys()].some((it) => isAmbiguous(it, steps));
  });
}

/** Whether a text leads from a state back to it in two ways, which part there. */
function isAmbiguous(
  start: State,
  steps: ReadonlyMap<State, readonly Step[]>,
): boolean {
  const first = steps.get(start)!;
  const pairs = first.flatMap((step, i) => pairsOf([step], first.slice(i + 1)));
  const reached = new Map<State, Set<State>>();
  // A list yields what is added to it while it is read.
  for (const [a, b] of pairs) {
    if (a === start && b === start) return true;
    const partners = reached.get(a) ?? new Set();
    if (partners.has(b)) continue;
    reached.set(a, partners.add(b));
    pairs.push(...pairsOf(steps.get(a)!, steps.get(b)!));
  }
  return false;
}

/** Returns the pairs of states to which equal characters lead. */
function pairsOf(
  steps: readonly Step[],
  others: readonly Step[],
): [State, State][] {
  return steps.flatMap(({ characters, to }) =>
    others
      .filter((other) => !characters.isDisjointWith(other.characters))
      .map((other): [State, State] => [to, other.to]),
  );
}

/** Returns the steps from a state, one for each way there that reads nothing; a third way would decide nothing more. */
function stepsFrom(start: State): readonly Step[] {
  const steps: Step[] = [];
  const ways = new Map<State, number>();
  const follow = (state: State, passed: readonly State[]) => {
    const count = ways.get(state) ?? 0;
    if (count === 2 || passed.includes(state)) return;
    ways.set(state, count + 1);
    for (const [to, characters] of state.out) {
      if (characters) steps.push({ characters, to });
      else follow(to, [...passed, state]);
    }
  };
  follow(start, []);
  return steps;
}
