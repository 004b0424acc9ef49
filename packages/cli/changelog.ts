/** Reads `openapi/changelog.yaml`, which the docs show, and writes its changes in Markdown. */
import { CommandError } from './command.ts';
import { fileCheck } from './file-schema.ts';
import { enumerate, line as onOneLine } from './markdown.ts';
import { SourceFile } from './source.ts';

/** The kinds of change. */
const changeKinds = [
  'added',
  'changed',
  'deprecated',
  'removed',
  'fixed',
] as const;

/** A kind of change. */
export type ChangeKind = (typeof changeKinds)[number];

/** A change: a sentence under its kind, what users do about it, and why it was done. */
export interface Change extends Readonly<
  Partial<Record<ChangeKind | 'migration' | 'reason', string>>
> {
  /** The operations that it reaches. */
  readonly operations?: readonly string[];
  /** Whose working programs it breaks. */
  readonly breaks?: readonly ('sender' | 'receiver' | 'source')[];
}

/** A release of the contract. */
export interface Release {
  readonly version: string;
  readonly date: string;
  readonly summary: string;
  readonly changes?: readonly Change[];
}

const file = 'openapi/changelog.yaml';

/**
 * Reads the releases, the newest first.
 *
 * @param editor the schemas of the editors: `openapi/editor/`
 * @throws {CommandError} naming the line of what is wrong
 */
export function readChangelog(text: string, editor: URL): readonly Release[] {
  const source = new SourceFile(file, text);
  const { syntaxError } = source;
  if (syntaxError)
    throw new CommandError(
      `${file}:${syntaxError.line}: ${syntaxError.message}.`,
    );
  const check = fileCheck(editor, 'changelog');
  check(source.value, (pointer, violation) => {
    const path = pointer.split('/').slice(1);
    const { line } = source.locate(path).location;
    throw new CommandError(`${file}:${line}: ${pointer} ${violation}.`);
  });
  return (source.value as { readonly releases: readonly Release[] }).releases;
}

/** Returns the kind of a change. */
export function kindOf(change: Change): ChangeKind {
  return changeKinds.find((kind) => change[kind] !== undefined)!;
}

const whoBreaks = {
  sender: 'programs that send requests',
  receiver: 'programs that read responses',
  source: 'TypeScript programs, which no longer compile',
};

/** An item of a list, with the consequences of the change for its users below it. */
export function changeItem(subject: string, change: Change): string {
  const { breaks, migration, reason } = change;
  const lines = [`- ${subject}: ${onOneLine(change[kindOf(change)]!)}`];
  if (breaks)
    lines.push(`  - Breaks ${enumerate(breaks.map((who) => whoBreaks[who]))}.`);
  if (migration) lines.push(`  - To do: ${onOneLine(migration)}`);
  if (reason) lines.push(`  - Reason: ${onOneLine(reason)}`);
  return lines.join('\n');
}
