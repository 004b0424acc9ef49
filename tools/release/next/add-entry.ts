import { isMap, isNode, isSeq, LineCounter, parseDocument, stringify } from 'yaml';
import { ReleaseError } from '../release-error.ts';
import type { Entry } from './changelog-entry.ts';

/** An entry as it stands in the changelog, as YAML. */
export function entryText(entry: Entry): string {
  return stringify([entry], {
    lineWidth: 110,
    singleQuote: true,
    aliasDuplicateObjects: false,
  });
}

/**
 * Puts an entry on top of the releases of a changelog and leaves every other byte as it is.
 *
 * @param text `openapi/changelog.yaml`
 * @throws {ReleaseError} naming the line, when it has no list of releases
 */
export function addEntry(text: string, entry: Entry): string {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const refuse = (offset: number, why: string): never => {
    const { line } = lines.linePos(offset);
    throw new ReleaseError(`openapi/changelog.yaml:${Math.max(line, 1)}: ${why}`);
  };
  for (const { pos, message } of document.errors) refuse(pos[0], `this is not YAML: ${message}`);
  const releases = isMap(document.contents) ? document.contents.get('releases') : undefined;
  if (!isSeq(releases)) return refuse(0, '`releases` must be a list of the releases');
  const [newest] = releases.items;
  if (!isNode(newest) || !newest.range) return refuse(0, '`releases` must not be empty');
  if (releases.flow) return refuse(newest.range[0], 'each release must begin with a dash');
  const { line, col } = lines.linePos(newest.range[0]);
  // The dash and the blank before the entry.
  const indent = ' '.repeat(col - 3);
  const start = lines.lineStarts[line - 1]!;
  const added = entryText(entry).replaceAll(/^(?=.)/gm, indent);
  return text.slice(0, start) + added + text.slice(start);
}
