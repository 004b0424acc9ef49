/** What Redocly has found. */
export interface Finding {
  readonly rule: string;
  /** The file, from the folder where Redocly ran. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** Where more is told. */
  readonly reference: string | undefined;
}

/** Reads what `redocly lint --format=github-actions` has written to stdout. */
export function readFindings(stdout: string): readonly Finding[] {
  const form = /^::\w+ title=(.+?),file=(.+?),line=(\d+),col=(\d+),.*?::(.*)$/gm;
  return [...stdout.matchAll(form)].map(([, rule = '', file = '', line, column, text = '']) => {
    const [message = '', reference] = text.replace(/(%0A)+$/, '').split('%0A%0AReference: ');
    return { rule, file, line: Number(line), column: Number(column), message, reference };
  });
}
