/** Checks names in descriptions, such as `sandbox_id`: one that the contract does not have is misspelled or outdated. */
import { nearest } from '@agent-conversation/cli';
import { childrenOf } from '@agent-conversation/contract';
import { BundleReport, type Contract, type Diagnostic } from './diagnostic.ts';
import { parts } from './spectral/lib/document.js';

/** Names in snake_case, camelCase or capitals; words such as `kind` may mean something else. */
const codeSpan = /`(\w+)`/g;
const identifier = /^(?:[a-z]\w*(?:_|[a-z][A-Z])\w*|[A-Z][A-Z_]{3,})$/;

/** Reports names in code spans that the contract does not have, where one that it has is spelled almost alike. */
export function checkTextNames({ files, document }: Contract): readonly Diagnostic[] {
  const report = new BundleReport(files, 'contract-text-names');
  const known = namesIn(document);
  const names = [...known].filter((name) => identifier.test(name));
  for (const { node, path } of parts(document)) {
    for (const key of ['summary', 'description']) {
      for (const [, name = ''] of String(node[key] ?? '').matchAll(codeSpan)) {
        if (!identifier.test(name) || known.has(name)) continue;
        const meant = nearest(name, names);
        if (meant === undefined) continue;
        report.add([...path, key], `${key} names \`${name}\`: did you mean \`${meant}\`?`);
      }
    }
  }
  return report.diagnostics;
}

/** Returns the keys and the texts of a document that consist of a name. */
function namesIn(value: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string' && /^\w+$/.test(value)) names.add(value);
  for (const [key, child] of childrenOf(value)) {
    names.add(String(key));
    namesIn(child, names);
  }
  return names;
}
