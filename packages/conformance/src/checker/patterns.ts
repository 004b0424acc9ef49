import type { Generation, PlannedCheck } from './run.ts';

/** What a pattern may name of a check. */
type Named = Pick<PlannedCheck, 'id' | 'operation' | 'generation'>;

/**
 * Whether a pattern names a check: by its id, its operation or its generation. A `*` stands for any text.
 *
 * @example
 * matches('search*.pages', { id: 'searchSandboxes.pages', operation: 'searchSandboxes', generation: 'v1' });
 */
export function matches(pattern: string, { id, operation, generation }: Named): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const whole = new RegExp(`^${parts.join('.*')}$`);
  return [id, operation, generation].some((name) => whole.test(name));
}

/** The generations that somebody asked for by name, or by the name of a check. */
export function demanded(
  patterns: readonly string[],
  checks: readonly Named[],
): ReadonlySet<Generation> {
  const exact = patterns.filter((pattern) => !pattern.includes('*'));
  return new Set(
    checks
      .filter(({ id, generation }) => exact.includes(id) || exact.includes(generation))
      .map(({ generation }) => generation),
  );
}
