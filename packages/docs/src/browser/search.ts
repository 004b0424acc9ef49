/** The dialog of the search: an input, and links below it. What finds is loaded when it is first needed. */
import { type prepareSearch, type SearchResult, stem, words } from '../search/find.ts';
import { atRoot, element, loadScript, shared } from './dom.ts';

type Searching = ReturnType<typeof prepareSearch>;

const dialog = document.querySelector<HTMLDialogElement>('dialog.search')!;
const input = dialog.querySelector('input')!;
const status = dialog.querySelector('[role=status]')!;
const list = dialog.querySelector('ul')!;

/** Lets readers open the search. Call it once. */
export function startSearch(): void {
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('.search-button')) open();
  });
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, target } = event;
    const isTyping = (target as Element).matches('input, textarea, select');
    const isShortcut = ctrlKey || metaKey ? key === 'k' : key === '/' && !isTyping;
    if (!isShortcut) return;
    event.preventDefault();
    open();
  });
}

/** Offers pages on the one for a wrong address. Call it for each page. */
export function showSuggestions(): void {
  const suggestions = document.querySelector('.suggestions');
  if (!suggestions) return;
  suggestFor(location.pathname).then(
    (links) => suggestions.append(...links),
    () => suggestions.remove(),
  );
}

/** Returns links to what is nearest to an address that does not exist. */
export async function suggestFor(path: string): Promise<HTMLElement[]> {
  const find = await load();
  const name = path.split(/[/.]/).findLast((part) => !/^(index|html|md|)$/.test(part));
  const results = [name ?? '', ''].flatMap((query) => find(query).results);
  return results.slice(0, 3).map(({ href, title }) => linkTo(href, title));
}

let ready: Searching | undefined;

async function load(): Searching {
  await Promise.all(['scripts/search.js', 'scripts/search-index.js'].map(loadScript));
  ready ??= shared.prepareSearch!(shared.searchEntries!);
  return ready;
}

function open(): void {
  if (!dialog.open) dialog.showModal();
  input.select();
  search();
}

function search(): void {
  load().then(show, () => {
    status.textContent = 'The search could not be loaded. Close it and open it to try again.';
  });
}

input.addEventListener('input', search);
dialog.addEventListener('click', ({ target }) => {
  // The dialog itself is only hit beside its content.
  if (target === dialog || (target as Element).closest('a, button')) dialog.close();
});
dialog.addEventListener('keydown', (event) => {
  const { key, target } = event;
  const links = [...list.querySelectorAll('a')];
  const index = links.indexOf(target as HTMLAnchorElement);
  const moves: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
  };
  if (index >= 0) {
    // In the input, these two move the cursor.
    moves['Home'] = 0;
    moves['End'] = links.length - 1;
  }
  const next = moves[key];
  if (next !== undefined) (links[next] ?? input).focus();
  else if (key === 'Enter' && target === input) links[0]?.click();
  else return;
  // The focus returns to where it was, and Enter must not press the button there.
  event.preventDefault();
});

function show(find: Awaited<Searching>): void {
  const query = input.value.trim();
  const { spelled, results } = find(query);
  list.replaceChildren(...results.map((result) => item(result, spelled)));
  let message = `Results for “${spelled}”: ${results.length}`;
  if (spelled === '') message = 'Perhaps one of these pages helps:';
  if (spelled !== query) message = `No results for “${query}”. ${message}`;
  if (query === '') message = 'Search for an operation, property, status or topic.';
  status.textContent = message;
}

function item({ kind, title, contexts, text, href }: SearchResult, query: string): HTMLElement {
  const stems = words(query).map(stem);
  // Without words, it matches nothing.
  const sought = new RegExp(`(${stems.join('|') || '$^'})`, 'i');
  const marked = (part: string) => {
    const pieces = part.split(sought);
    return pieces.map((piece, index) => {
      const isMatch = index % 2 === 1;
      return isMatch ? element('mark', {}, piece) : piece;
    });
  };
  // What fits is shown: a line of the places, and two of the text, which have the first match.
  const place = contexts.slice(0, 9).join(', ');
  const start = text.lastIndexOf(' ', text.search(sought) - 30);
  const excerpt = start > 0 ? `…${text.slice(start)}` : text;
  const link = linkTo(
    href,
    element('strong', {}, ...marked(title)),
    element('i', {}, kind),
    element('small', {}, place),
    element('p', {}, ...marked(excerpt.slice(0, 300))),
  );
  return element('li', {}, link);
}

function linkTo(href: string, ...content: (Node | string)[]): HTMLElement {
  return element('a', { href: atRoot(href) }, ...content);
}
