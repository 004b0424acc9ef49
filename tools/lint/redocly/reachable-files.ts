import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { relativeRef } from './relative-ref.ts';
import type { Visitor } from './visitor.ts';

/** Demands that every file of the contract is reached by `$ref` from its root document. */
export function reachableFiles(): Visitor {
  const reached = new Set<string>();
  return {
    ref: {
      enter(_node, _context, { location }) {
        if (location) reached.add(location.source.absoluteRef);
      },
    },
    Root: {
      leave(_root, { location, report }) {
        const root = location.source.absoluteRef;
        const home = dirname(root);
        for (const file of [join(home, 'paths'), join(home, 'components')].flatMap(filesIn)) {
          if (reached.has(file)) continue;
          const message = `${relativeRef(root, file)} must be reached by a $ref from ${basename(root)}: refer to it, or delete it.`;
          report({ message, location: location.child(['paths']).key() });
        }
      },
    },
  };
}

/** The files in a folder, save for those that systems hide, such as `.DS_Store`. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
