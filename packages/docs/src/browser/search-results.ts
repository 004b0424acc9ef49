import { kinds } from '../search/entry.ts';
import type { SearchResult, Group } from '../search/find.ts';
import { splitAtTerms, type Piece } from '../search/tokens.ts';
import { atRoot, element } from './dom.ts';

/** As much as fits on two lines. */
const longest = 140;

/** What was found, as groups of a listbox. */
export function listGroups(groups: readonly Group[]): HTMLElement[] {
  return groups.map(({ kind, results }) => {
    const id = `search-${kind}`;
    const label = element('div', { id, class: 'search-kind', role: 'presentation' }, kinds[kind]);
    const options = results.map((result, index) => option(`${id}-${index}`, result));
    return element('div', { role: 'group', 'aria-labelledby': id }, label, ...options);
  });
}

/** A link, so that it opens in a new tab like any other; not a stop of the Tab key. */
function option(id: string, { entry, terms }: SearchResult): HTMLElement {
  const { title, context, text, href } = entry;
  const line = (className: string, pieces: Piece[]) =>
    element('span', { class: className }, ...pieces.map(highlight));
  return element(
    'a',
    { id, role: 'option', 'aria-selected': 'false', tabindex: '-1', href: atRoot(href) },
    line('search-title', splitAtTerms(title, terms)),
    line('search-context', splitAtTerms(context, terms)),
    line('search-text', excerpt(splitAtTerms(text, terms))),
  );
}

function highlight({ text, isMatch }: Piece): Node | string {
  return isMatch ? element('mark', {}, text) : text;
}

/** The start of a text, or the part around the first match. */
function excerpt(pieces: Piece[]): Piece[] {
  const first = pieces.findIndex(({ isMatch }) => isMatch);
  const before = pieces.slice(0, Math.max(first, 0));
  const isFar = before.map(({ text }) => text).join('').length > longest / 2;
  const shown: Piece[] = isFar ? [{ text: '…', isMatch: false }] : [];
  let length = 0;
  for (const piece of isFar ? pieces.slice(Math.max(first - 4, 0)) : pieces) {
    if (length > longest) return [...shown, { text: '…', isMatch: false }];
    shown.push(piece);
    length += piece.text.length;
  }
  return shown;
}
