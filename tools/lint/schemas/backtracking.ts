/**
 * Decides whether a regular expression can take exponential time: whether a loop of its position automaton (Glushkov)
 * reads a text in several ways (Weideman et al., "Analyzing Matching Time Behavior of Backtracking Regular Expression
 * Matchers by Using Ambiguity of NFA", 2016).
 */
import { type CharSet, JS } from 'refa';

type Expression = ReturnType<JS.Parser['parse']>['expression'];
type Concatenation = Expression['alternatives'][number];
type Element = Concatenation['elements'][number];

/** A character of the expression, and the characters that may follow it, with the number of ways to get there. */
interface Position {
  readonly characters: CharSet;
  readonly next: Map<Position, number>;
}

type Ways = ReadonlyMap<Position, number>;

/** Where a part of an expression begins and ends, and the number of ways in which it matches the empty text. */
interface Part {
  readonly first: Ways;
  readonly last: Ways;
  readonly empty: number;
}

const nothing: Part = { first: new Map(), last: new Map(), empty: 1 };

/** A group that may be repeated as often as this counts as a loop. */
const manyTimes = 10;

/** A pattern with more characters than this is not decided. */
const mostPositions = 300;

/**
 * Whether a pattern can take time that doubles with each further character.
 *
 * @throws {SyntaxError} if it is no regular expression with the flag `u`
 */
export function isExponential(source: string): boolean {
  const parser = JS.Parser.fromLiteral({ source, flags: 'u' });
  const { expression } = parser.parse({ backreferences: 'unknown' });
  const positions = new Automaton().build(expression);
  return positions.length <= mostPositions && positions.some(isAmbiguous);
}

class Automaton {
  readonly #positions: Position[] = [];

  build({ alternatives }: Expression): readonly Position[] {
    this.#choice(alternatives);
    return this.#positions;
  }

  #choice(alternatives: readonly Concatenation[]): Part {
    const parts = alternatives.map(({ elements }) => this.#sequence(elements));
    return {
      first: sum(parts.map(({ first }) => first)),
      last: sum(parts.map(({ last }) => last)),
      empty: parts.reduce((count, { empty }) => count + empty, 0),
    };
  }

  #sequence(elements: readonly Element[]): Part {
    return elements.reduce(
      (before, element) => join(before, this.#element(element)),
      nothing,
    );
  }

  #element(element: Element): Part {
    switch (element.type) {
      case 'CharacterClass': {
        const position: Position = {
          characters: element.characters,
          next: new Map(),
        };
        this.#positions.push(position);
        const only = new Map([[position, 1]]);
        return { first: only, last: only, empty: 0 };
      }
      case 'Alternation':
        return this.#choice(element.alternatives);
      case 'Quantifier':
        return this.#repeated(element.alternatives, element.min, element.max);
      case 'Assertion':
        // What is in a lookahead has loops of its own.
        this.#choice(element.alternatives);
        return nothing;
      default:
        return nothing;
    }
  }

  #repeated(
    alternatives: readonly Concatenation[],
    min: number,
    max: number,
  ): Part {
    if (max >= manyTimes) {
      const body = this.#choice(alternatives);
      link(body.last, body.first);
      return { ...body, empty: min === 0 || body.empty > 0 ? 1 : 0 };
    }
    let part = nothing;
    for (let count = 0; count < max; count += 1) {
      const body = this.#choice(alternatives);
      const isOptional = count >= min;
      part = join(part, isOptional ? { ...body, empty: body.empty + 1 } : body);
    }
    return part;
  }
}

/** Returns what two parts, one behind the other, are together. */
function join(before: Part, after: Part): Part {
  link(before.last, after.first);
  return {
    first: sum([before.first, times(after.first, before.empty)]),
    last: sum([after.last, times(before.last, after.empty)]),
    empty: before.empty * after.empty,
  };
}

function link(from: Ways, to: Ways): void {
  for (const [position, ways] of from) {
    for (const [next, more] of to) {
      position.next.set(next, (position.next.get(next) ?? 0) + ways * more);
    }
  }
}

function sum(all: readonly Ways[]): Ways {
  const total = new Map<Position, number>();
  for (const [position, ways] of all.flatMap((each) => [...each])) {
    total.set(position, (total.get(position) ?? 0) + ways);
  }
  return total;
}

function times(ways: Ways, factor: number): Ways {
  if (factor === 0) return new Map();
  return new Map(
    [...ways].map(([position, count]) => [position, count * factor]),
  );
}

/** Whether a text leads from a position back to it in two ways. */
function isAmbiguous(start: Position): boolean {
  const seen = new Map<Position, Set<Position>>();
  const pairs: [a: Position, b: Position, isSplit: boolean][] = [
    [start, start, false],
  ];
  // A pair that was reached by one way only is followed again if it is reached by two.
  const splitSeen = new Map<Position, Set<Position>>();
  while (pairs.length > 0) {
    const [a, b, isSplit] = pairs.pop()!;
    for (const [nextOfA, ways] of a.next) {
      for (const nextOfB of b.next.keys()) {
        if (nextOfA.characters.isDisjointWith(nextOfB.characters)) continue;
        const isOtherWay = nextOfA !== nextOfB || (a === b && ways > 1);
        const splits = isSplit || isOtherWay;
        if (splits && nextOfA === start && nextOfB === start) return true;
        const known = splits ? splitSeen : seen;
        const partners = known.get(nextOfA) ?? new Set();
        if (partners.has(nextOfB)) continue;
        known.set(nextOfA, partners.add(nextOfB));
        pairs.push([nextOfA, nextOfB, splits]);
      }
    }
  }
  return false;
}
