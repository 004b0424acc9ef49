import { isMap, isScalar, parseDocument } from 'yaml';
import type { Visitor } from './visitor.ts';

/**
 * Demands that statuses are quoted, and stand in order. Both are seen in the text only: a key that is
 * read is a text, and JavaScript puts those that are numbers in order.
 */
export function statusCodes(): Visitor {
  const parsed = new Map<string, ReturnType<typeof parseDocument>>();
  return {
    Responses(_node, { location, report }) {
      const { absoluteRef, body } = location.source;
      const document = parsed.get(absoluteRef) ?? parseDocument(body);
      parsed.set(absoluteRef, document);
      const map = document.getIn(keysIn(location.pointer), true);
      if (!isMap(map)) return;
      const keys = map.items.map(({ key }) => key).filter((key) => isScalar(key));
      for (const [i, { type, value }] of keys.entries()) {
        const status = String(value);
        const at = location.child([status]).key();
        if (type === 'PLAIN' && /^\d/.test(status)) {
          const message = `The status \`${status}\` must be quoted: write \`'${status}'\`.`;
          report({ message, location: at });
        }
        const before = i === 0 ? '' : String(keys[i - 1]?.value);
        if (rank(before) > rank(status)) {
          const message = `The status \`${status}\` must stand before \`${before}\`: move it up.`;
          report({ message, location: at });
        }
      }
    },
  };
}

/** Numbers first, each range behind the numbers in it, `default` last, extensions behind all. */
function rank(status: string): string {
  if (status.startsWith('x-')) return '~~';
  return status === 'default' ? '~' : status;
}

function keysIn(pointer: string): string[] {
  const keys = pointer.replace(/^#?\/?/, '').split('/');
  return keys.filter(Boolean).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
