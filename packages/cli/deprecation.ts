/** Deprecated names of options, in packages that programs import: it runs in browsers as well. */

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
