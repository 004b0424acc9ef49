/** Misspelt names, and deprecated ones of options, in packages that programs import: it runs in browsers as well. */
import leven from 'leven';

/** Emits a deprecation warning. Browsers have no process that could. */
export function warnDeprecated(message: string, subject: string): void {
  const warning = { type: 'DeprecationWarning', code: `AGENT_CONVERSATION_${subject}` };
  if (typeof process === 'object') process.emitWarning(message, warning);
}

/**
 * Returns options with the new names of those that have a deprecated one, which is reported.
 *
 * @param names the new names by the deprecated ones
 */
export function withCurrentNames<T extends object>(
  given: T,
  names: Readonly<Record<string, string>>,
): T {
  const options = { ...given } as Record<string, unknown>;
  for (const [old, name] of Object.entries(names)) {
    if (options[old] === undefined) continue;
    options[name] ??= options[old];
    delete options[old];
    warnDeprecated(
      `The option ${old} is called ${name}; the old name is removed in version 0.3`,
      old,
    );
  }
  return options as T;
}

/** Returns the known name that is nearest to a misspelt one; undefined if none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // To compare long names takes too long.
  if (name.length > 100) return undefined;
  const [best] = known
    .map((it) => ({ it, distance: leven(name.toLowerCase(), it.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(2, Math.ceil(name.length / 3)) ? best.it : undefined;
}
