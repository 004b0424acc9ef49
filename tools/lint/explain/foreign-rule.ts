/** A rule that others have made: of Spectral, of its OWASP ruleset, or of Redocly. */
export interface ForeignRule {
  readonly id: string;
  readonly description: string;
  /** Who has made it, with the version. */
  readonly from: string;
  /** `error`, `warn`, `info`, `hint` or `off`, as it is here. */
  readonly severity: string;
  /** Why it is off here. */
  readonly reason: string | undefined;
  /** The address of its documentation. */
  readonly documentation: string;
}

/** How a rule of others is told: a few lines of Markdown. */
export function describeForeignRule(rule: ForeignRule): string {
  const { id, description, from, severity, reason, documentation } = rule;
  return [
    `# ${id}`,
    '',
    description.trim(),
    '',
    `From ${from}.`,
    severity === 'off' ? `Off here: ${reason}` : `Severity here: ${severity}.`,
    `More: ${documentation}`,
    '',
  ].join('\n');
}
