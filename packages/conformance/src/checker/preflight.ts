import type { Check } from './check.ts';
import { demanded } from './patterns.ts';
import { probe, type Probed, takesAnyKey } from './probe.ts';
import { absence, isThere, troubleWith } from './recognise.ts';
import type { Generation, Run } from './run.ts';
import type { Session } from './session.ts';

/** What there is at the address. */
export interface Preflight {
  readonly generations: Run['generations'];
  /** Why the checks of a generation are left out. */
  readonly absences: ReadonlyMap<Generation, string>;
  /** Why nothing can be checked; undefined where something can. */
  readonly trouble: string | undefined;
}

const all: readonly Generation[] = ['v0', 'v1'];

/**
 * Looks what there is at the address, before the checks begin.
 *
 * @throws {BudgetSpent} when the budget is
 */
export async function preflight(session: Session, checks: readonly Check[]): Promise<Preflight> {
  const isWanted = (generation: Generation) => checks.some((it) => it.generation === generation);
  const probed = new Map<Generation, Probed[]>();
  // One that is not to be checked says whether this is a server of the kind at all, where others do not.
  for (const generation of all.toSorted((a, b) => Number(isWanted(b)) - Number(isWanted(a)))) {
    if (!isWanted(generation) && [...probed.values()].some(isThere)) continue;
    probed.set(generation, await probe(session, generation));
  }
  const absences = new Map(
    [...probed]
      .filter(([, made]) => !isThere(made))
      .map(([generation, made]) => [generation, absence(generation, made)]),
  );
  const there = all.filter((it) => isWanted(it) && !absences.has(it));
  const missed = [...demanded(session.settings.include, checks), ...(there.length > 0 ? [] : all)]
    .filter(isWanted)
    .find((it) => absences.has(it));
  const trouble =
    troubleWith([...probed.values()].flat(), session.settings.baseUrl) ??
    (missed && `The check cannot be made: ${absences.get(missed)}.`);
  if (trouble === undefined && checks.some(({ id }) => id.endsWith('.wrong-key'))) {
    session.takesAnyKey = await takesAnyKey(session, there);
  }
  const found = (generation: Generation) =>
    probed.has(generation) ? !absences.has(generation) : undefined;
  return { generations: { v0: found('v0'), v1: found('v1') }, absences, trouble };
}
