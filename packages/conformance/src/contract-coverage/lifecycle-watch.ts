import type { LifecyclePoints } from './lifecycle-points.ts';
import type { ReadExchange } from './read-exchange.ts';
import { sightingsIn, type Thing, workedOn } from './sightings.ts';

/** What is known of a thing: the state that was seen last, and the operation that has worked on it since. */
interface Known {
  readonly state: string;
  readonly operation?: string;
}

/** Finds out how states change, from one exchange after the other. */
export class LifecycleWatch {
  readonly #tables: ReadonlyMap<string, LifecyclePoints>;
  readonly #known = new Map<string, Known>();

  /** @param tables by the names of the schemas */
  constructor(tables: ReadonlyMap<string, LifecyclePoints>) {
    this.#tables = tables;
  }

  /**
   * Takes note of what an exchange tells of states.
   *
   * @returns the ids of the points that are shown by it, together with what went before
   */
  note(exchange: ReadExchange): string[] {
    const thing = workedOn(exchange);
    return [
      ...(thing ? this.#work(thing, exchange) : []),
      ...sightingsIn(exchange).flatMap((sighting) => {
        const before = this.#of(sighting, exchange);
        this.#remember(sighting, exchange, { state: sighting.state });
        const table = this.#tables.get(sighting.lifecycle);
        return before && table ? explain(table, before, sighting.state) : [];
      }),
    ];
  }

  #work(thing: Thing, exchange: ReadExchange): string[] {
    const known = this.#of(thing, exchange);
    const table = this.#tables.get(thing.lifecycle);
    if (!known || !table) return [];
    const { operationId } = exchange.shape.operation;
    const isTableEntry = (it: { readonly in: string; readonly operation: string }) =>
      it.in === known.state && it.operation === operationId;
    const rejection = table.rejected.find(({ entry }) => isTableEntry(entry));
    if (known.operation === undefined && exchange.status === rejection?.entry.status) {
      return [rejection.point.id];
    }
    if (exchange.carriedOut) {
      // Of two operations in a row, nobody saw what the first one did.
      const isSecond = known.operation !== undefined;
      this.#remember(thing, exchange, isSecond ? undefined : { ...known, operation: operationId });
    }
    return [];
  }

  #of(thing: Thing, exchange: ReadExchange): Known | undefined {
    return this.#known.get(keyOf(thing, exchange));
  }

  #remember(thing: Thing, exchange: ReadExchange, known: Known | undefined): void {
    const key = keyOf(thing, exchange);
    if (known) this.#known.set(key, known);
    else this.#known.delete(key);
  }
}

function keyOf({ lifecycle, id }: Thing, { between }: ReadExchange): string {
  return JSON.stringify([between, lifecycle, id]);
}

/** The points that explain how a thing came from what was known of it into a state. */
function explain(
  table: LifecyclePoints,
  { state: before, operation }: Known,
  state: string,
): string[] {
  if (operation === undefined) {
    return happenings(table, before)
      .filter(({ to }) => to === state)
      .map(({ id }) => id);
  }
  const direct = effects(table, before, operation, state);
  if (direct.length > 0) return direct;
  // Something has happened before the operation that nobody has seen: there may be one way only.
  const ways = happenings(table, before).flatMap(({ to, id }) =>
    effects(table, to, operation, state).map((effect) => [id, effect]),
  );
  return ways.length === 1 ? ways[0]! : [];
}

/** Where no operation leads to from a state. */
function happenings({ transitions }: LifecyclePoints, from: string) {
  return transitions
    .filter(({ entry }) => entry.from === from && entry.operation === undefined)
    .map(({ entry: { to }, point: { id } }) => ({ to, id }));
}

/** What an operation does that leads from a state to another, or leaves it. */
function effects(
  { transitions, unchanged }: LifecyclePoints,
  before: string,
  operation: string,
  after: string,
): string[] {
  const changes = transitions.filter(
    ({ entry }) => entry.from === before && entry.to === after && entry.operation === operation,
  );
  const stays = unchanged.filter(
    ({ entry }) => before === after && entry.in === before && entry.operation === operation,
  );
  return [...changes, ...stays].map(({ point }) => point.id);
}
