/** The least or the most that a figure may be. */
export type Bound = { readonly least: number } | { readonly most: number };

/** What became of a goal. */
export type State = 'reached' | 'missed' | 'not measured';

/** Holds a figure against its bound, which itself is good enough. */
export function judge(figure: number | undefined, bound: Bound): State {
  if (figure === undefined) return 'not measured';
  const met = 'least' in bound ? figure >= bound.least : figure <= bound.most;
  return met ? 'reached' : 'missed';
}

/** A state as it stands in a table: nobody is to overlook a missed one. */
export function stateCell(state: State): string {
  return state === 'missed' ? '**missed**' : state;
}
