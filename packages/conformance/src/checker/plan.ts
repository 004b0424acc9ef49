import type { Check } from './check.ts';
import { allChecks } from './checks/all-checks.ts';
import { OptionError, type Settings } from './options.ts';
import { matches } from './patterns.ts';
import type { PlannedCheck, RunSettings } from './run.ts';

/** What a run is going to do, before it sends anything. */
export interface Plan {
  readonly settings: RunSettings;
  /** The checks, in the order in which they are made. */
  readonly checks: readonly PlannedCheck[];
  /** Those that were asked for, and are left out as they would change something on the server. */
  readonly leftOut: readonly PlannedCheck[];
}

/**
 * The checks that the settings ask for.
 *
 * @throws {OptionError} when a pattern names no check, or all together leave none
 */
export function planChecks(settings: Settings): { checks: Check[]; leftOut: Check[] } {
  const { include, exclude, write } = settings;
  const all = allChecks(write);
  for (const [option, patterns] of [['include', include] as const, ['exclude', exclude] as const]) {
    const idle = patterns.find((pattern) => !all.some((check) => matches(pattern, check)));
    if (idle !== undefined) {
      throw new OptionError(
        option,
        () =>
          `names no check by '${idle}'; write an operation, a check such as searchSandboxes.pages, ` +
          'a kind of check such as *.pages, v0 or v1',
      );
    }
  }
  const asked = all.filter(
    (check) =>
      (include.length === 0 || include.some((pattern) => matches(pattern, check))) &&
      !exclude.some((pattern) => matches(pattern, check)),
  );
  if (asked.length === 0) throw new OptionError('exclude', () => 'leaves nothing to check');
  const checks = asked.filter(({ writes }) => write || !writes);
  if (checks.length === 0) {
    throw new OptionError(
      'include',
      (nameOf) => `names only checks that change something; they need ${nameOf('write')}`,
    );
  }
  return { checks, leftOut: write ? [] : asked.filter(({ writes }) => writes) };
}

/** What the world may know of a check. */
export function planned({ id, title, operation, generation, writes }: Check): PlannedCheck {
  return { id, title, operation, generation, writes };
}
