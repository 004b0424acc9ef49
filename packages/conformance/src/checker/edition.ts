/** Which edition a server is, and what was seen of its deviations. */
import { operationOf } from '../contract.ts';
import { type Edition, deviationsOf } from '../oracle/editions.ts';
import type { CheckResult, KnownDeviation, Run } from './run.ts';
import type { Session } from './session.ts';

/** Finds out by two signs which edition a server is: whether it has V0, and whether V1 needs a key. */
export async function findEdition(
  session: Session,
  { generations }: Pick<Run, 'generations'>,
): Promise<Edition> {
  if (generations.v0 === false) return '1.11.0';
  const call = { operation: operationOf('searchSandboxes'), key: null };
  const { exchange } = await session.deliver(call);
  return exchange?.response.status === 200 ? '0.62.0' : '1.5.0';
}

/** What distinguishes each edition from the others. */
const signs: Readonly<Record<Edition, string>> = {
  '0.62.0': 'it has V0, and V1 needs no key',
  '1.5.0': 'it has V0, and V1 needs a key',
  '1.11.0': 'it has no V0',
};

/** Returns that a server looks like another edition than the one that was named, if it does. */
export function hintsAtOtherEdition(named: Edition, found: Edition): string[] {
  if (named === found) return [];
  return [
    `The server looks like edition ${found} (${signs[found]}), not like ${named}. What ${named} is known for ` +
      `is no error here: check it with --edition ${found}, or with auto, which finds out the edition.`,
  ];
}

/** Returns what an edition is known to do differently, with how many violations of a run it explains. */
export function seenDeviations(
  edition: Edition | undefined,
  results: readonly CheckResult[],
  generations: Run['generations'],
): KnownDeviation[] {
  if (edition === undefined) return [];
  const violations = results.flatMap((result) => result.violations);
  return deviationsOf(edition).map(
    ({ name, decision, description, absent }) => {
      const explained = violations.filter(
        ({ deviation }) => deviation?.name === name,
      ).length;
      const isAbsent = absent !== undefined && generations[absent] === false;
      const isSeen = explained > 0 || isAbsent;
      return { name, decision, description, violations: explained, isSeen };
    },
  );
}
