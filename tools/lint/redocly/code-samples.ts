import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { relativeRef } from './relative-ref.ts';
import type { Visitor } from './visitor.ts';

/** What the samples of an operation are, in their order. */
const samples = [
  { lang: 'Shell', label: 'curl', file: 'success.sh' },
  { lang: 'TypeScript', label: 'TypeScript', file: 'success.ts' },
  { lang: 'Shell', label: 'curl, failing', file: 'failure.sh' },
  { lang: 'TypeScript', label: 'TypeScript, failing', file: 'failure.ts' },
];

/** Demands of each operation the samples in the folder that is named after it, and no others. */
export function codeSamples(): Visitor {
  let home = '';
  return {
    Root: {
      enter(_root, { location }) {
        home = dirname(location.source.absoluteRef);
      },
    },
    Operation({ operationId, 'x-codeSamples': list }, { location, report }) {
      const folder = join(home, 'samples', String(operationId));
      const source = (file: string) => relativeRef(location.source.absoluteRef, join(folder, file));
      const found: unknown[] = Array.isArray(list) ? list : [];
      for (const [i, { lang, label, file }] of samples.entries()) {
        const $ref = source(file);
        if (isDeepStrictEqual(found[i], { lang, label, source: { $ref } })) continue;
        const message = `Sample ${i + 1} of \`${String(operationId)}\` must be \`{ lang: ${lang}, label: '${label}', source: { $ref: ${$ref} } }\`: write it there.`;
        const key = i < found.length ? ['x-codeSamples', String(i)] : ['operationId'];
        report({ message, location: location.child(key).key() });
      }
      for (let i = samples.length; i < found.length; i++) {
        const message = `\`${String(operationId)}\` must have ${samples.length} samples: take this one away.`;
        report({ message, location: location.child(['x-codeSamples', String(i)]).key() });
      }
    },
  };
}
