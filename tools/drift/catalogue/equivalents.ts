import { parse } from 'yaml';
import type { Mutant } from './mutant.ts';

/** A mutant that no gate can see, as it changes nothing that anybody could. */
export interface Equivalent {
  readonly title: string;
  readonly reason: string;
  /** The last day on which that is believed, such as `2026-12-31`. */
  readonly until: string;
}

/**
 * Reads the list of equivalent mutants.
 *
 * @param today such as `2026-12-31`
 * @throws {Error} for an entry that is incomplete, that has expired, or that no mutant has the title of
 */
export function readEquivalents(
  text: string,
  mutants: readonly Pick<Mutant, 'title'>[],
  today: string,
): ReadonlyMap<string, Equivalent> {
  const entries = (parse(text) ?? []) as readonly Partial<Equivalent>[];
  const found = new Map<string, Equivalent>();
  for (const { title, reason, until } of entries) {
    const name = `equivalent.yaml: '${title}'`;
    if (!title || !reason || !until || !/^\d{4}-\d{2}-\d{2}$/.test(until)) {
      throw new Error(`${name} needs a title, a reason, and until as YYYY-MM-DD`);
    }
    if (!mutants.some((mutant) => mutant.title === title)) {
      throw new Error(`${name} is no title of a mutant: mend it, or take it away`);
    }
    if (until < today) {
      throw new Error(`${name} was believed until ${until}: look at it again`);
    }
    found.set(title, { title, reason, until });
  }
  return found;
}
