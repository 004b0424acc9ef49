/**
 * Checks names in descriptions, such as `sandbox_id`: one that the contract does not have is misspelled or outdated.
 */
import { nearest } from '@agent-conversation/cli';
import { childrenOf, textOf } from '@agent-conversation/contract';
import { Report, type Contract, type Diagnostic } from './diagnostic.ts';
import { parts } from './spectral/lib/document.js';

/** Names in snake_case, camelCase or capitals; words such as `kind` may mean something else. */
const codeSpan = /`(\w+)`/g;
const identifier = /^(?:[a-z]\w*(?:_|[a-z][A-Z])\w*|[A-Z][A-Z_]{3,})$/;

/** Reports names in code spans that the contract does not have, where one that it has is spelled almost alike. */
export function checkTextNames({
  files,
  document,
}: Contract): readonly Diagnostic[] {
  const report = new Report(files, 'contract-text-names');
  const known = namesIn(document);
  const names = [...known].filter((name) => identifier.test(name));
  for (const { node, path } of parts(document)) {
    for (const key of ['summary', 'description']) {
      for (const [, name = ''] of textOf(node[key]).matchAll(codeSpan)) {
        const meant = known.has(name) ? undefined : nameLike(name, names);
        if (meant === undefined) continue;
        report.add(
          [...path, key],
          `${key} names \`${name}\`: did you mean \`${meant}\`?`,
        );
      }
    }
  }
  return report.diagnostics;
}

/** Returns a name of the contract that is spelled almost like another one. */
function nameLike(name: string, names: readonly string[]): string | undefined {
  const letters = lettersOf(name);
  // A word such as `missing` is no misspelling of `MISSING`.
  const sameLetters = names.find(
    (known) => known.length !== name.length && lettersOf(known) === letters,
  );
  if (sameLetters !== undefined || !identifier.test(name)) return sameLetters;
  const ofSameForm = names.filter((known) => formOf(known) === formOf(name));
  return nearest(name, ofSameForm);
}

/** Returns how a name is written: in capitals, in snake_case or in camelCase. */
function formOf(name: string): string {
  if (name === name.toUpperCase()) return 'capitals';
  return name.includes('_') ? 'snake' : 'camel';
}

/** Returns a name without its form: `sandboxid` of `sandbox_id` and `sandboxId`. */
const lettersOf = (name: string): string =>
  name.replaceAll('_', '').toLowerCase();

/** Returns the keys and the texts of a document that consist of a name. */
function namesIn(
  value: unknown,
  names = new Set<string>(),
): ReadonlySet<string> {
  if (typeof value === 'string' && /^\w+$/.test(value)) names.add(value);
  for (const [key, child] of childrenOf(value)) {
    names.add(String(key));
    namesIn(child, names);
  }
  return names;
}
