/** What rules report. */
import { nearest } from '@agent-conversation/cli';
import type { Location, SourceFiles } from '@agent-conversation/cli/source';

/** What is wrong, and where. */
export interface Diagnostic extends Omit<Location, 'pointer'> {
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  /** One line. */
  readonly message: string;
}

/** The sources of a contract, and the bundle that is made from them. */
export interface Contract {
  readonly files: SourceFiles;
  readonly document: unknown;
}

/** A path in the bundle. */
export type Path = readonly (string | number)[];

/** Collects what a rule reports about a bundle or a workflow, at the lines of the sources. */
export class Report {
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: Pick<SourceFiles, 'locate'>;
  readonly #rule: string;

  constructor(source: Pick<SourceFiles, 'locate'>, rule: string) {
    this.#source = source;
    this.#rule = rule;
  }

  add(path: Path, message: string): void {
    const { pointer: _, ...location } = this.#source.locate(path);
    this.diagnostics.push({
      ...location,
      severity: 'error',
      rule: this.#rule,
      message,
    });
  }
}

/** Reports an error at an offset in the text of a file. */
export function errorAt(
  file: string,
  text: string,
  offset: number,
  rule: string,
  message: string,
): Diagnostic {
  const lines = text.slice(0, offset).split('\n');
  const column = (lines.at(-1) ?? '').length + 1;
  return { file, line: lines.length, column, severity: 'error', rule, message };
}

/** Removes line breaks. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

/** Returns what to do about an unknown name: to write one that is spelled almost alike, or something else. */
export function hintFor(
  name: string,
  known: readonly string[],
  otherwise: string,
): string {
  const meant = nearest(name, known);
  return meant === undefined ? otherwise : `did you mean \`${meant}\``;
}
