/** The dialog of the search: an input, and links below it. What finds is loaded when it is first needed. */
import {
  type prepareSearch,
  type SearchResult,
  stem,
  words,
} from '../search/find.ts';
import { atRoot, element, loadScript, shared } from './dom.ts';

type Find = Awaited<ReturnType<typeof prepareSearch>>;

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
    if (!isShortcut(event)) return;
    event.preventDefault();
    open();
  });
}

function isShortcut({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return key === 'k';
  if (key !== '/') return false;
  const isTyping = (target as Element).matches('input, textarea, select');
  return !isTyping;
}

/** Parts of an address that name no page. */
const unnamed = /^(index|html|md|)$/;

/** Offers what is nearest to an address that does not exist, on the page for it. Call it for each page. */
export async function showSuggestions(): Promise<void> {
  const suggestions = document.querySelector('.suggestions');
  if (!suggestions) return;
  try {
    const find = await load();
    const parts = location.pathname.split(/[/.]/);
    const name = parts.findLast((part) => !unnamed.test(part));
    const nearest = find(name ?? '').results;
    const others = find('').results;
    for (const { href, title } of [...nearest, ...others].slice(0, 3)) {
      const link = linkTo(href, title);
      suggestions.append(link);
    }
  } catch {
    suggestions.remove();
  }
}

let ready: Promise<Find> | undefined;

async function load(): Promise<Find> {
  const scripts = ['scripts/search.js', 'scripts/search-index.js'].map(
    loadScript,
  );
  await Promise.all(scripts);
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
    status.textContent =
      'The search could not be loaded. Close it and open it to try again.';
  });
}

input.addEventListener('input', search);
dialog.addEventListener('click', ({ target }) => {
  // The dialog itself is only hit beside its content.
  const isBeside = target === dialog;
  const isLink = (target as Element).closest('a, button') !== null;
  if (isBeside || isLink) dialog.close();
});
dialog.addEventListener('keydown', (event) => {
  const { key, target } = event;
  const links = [...list.querySelectorAll('a')];
  const position = links.indexOf(target as HTMLAnchorElement);
  const next = nextPosition(key, position, links.length);
  const isChoice = key === 'Enter' && target === input;
  if (next === undefined && !isChoice) return;
  if (isChoice) links[0]?.click();
  else (links[next!] ?? input).focus();
  // The focus returns to where it was, and Enter must not press the button there.
  event.preventDefault();
});

/** Returns the position of the link to which a key leads. That of the input is -1. */
function nextPosition(
  key: string,
  position: number,
  count: number,
): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return position + 1;
    case 'ArrowUp':
      return position - 1;
    // In the input, these two move the cursor.
    case 'Home':
      return position < 0 ? undefined : 0;
    case 'End':
      return position < 0 ? undefined : count - 1;
    default:
      return undefined;
  }
}

function show(find: Find): void {
  const query = input.value.trim();
  const { spelled, results } = find(query);
  const items = results.map((result) => item(result, spelled));
  list.replaceChildren(...items);
  let message = `Results for “${spelled}”: ${results.length}`;
  if (spelled === '') message = 'Perhaps one of these pages helps:';
  if (spelled !== query) message = `No results for “${query}”. ${message}`;
  if (query === '')
    message = 'Search for an operation, property, status or topic.';
  status.textContent = message;
}

function item(
  { kind, title, contexts, text, href }: SearchResult,
  query: string,
): HTMLElement {
  const pattern = patternOf(query);
  const places = contexts.slice(0, 9).join(', ');
  // The excerpt begins shortly before the first match, and is longer than the two lines that are visible.
  const start = text.lastIndexOf(' ', text.search(pattern) - 30);
  const rest = start > 0 ? `…${text.slice(start)}` : text;
  const excerpt = rest.slice(0, 300);
  const link = linkTo(
    href,
    element('strong', ...marked(title, pattern)),
    element('i', { class: 'quiet' }, kind),
    element('small', places),
    element('p', { class: 'quiet' }, ...marked(excerpt, pattern)),
  );
  return element('li', link);
}

/** Returns what matches words that begin like those of a query, also within a name such as `startSandbox`. */
function patternOf(query: string): RegExp {
  const stems = words(query).map(stem);
  const inBothCases = stems.map((text) => {
    return text.replaceAll(
      /[a-z]/g,
      (letter) => `[${letter}${letter.toUpperCase()}]`,
    );
  });
  // Without words, it matches nothing.
  const alternatives = inBothCases.join('|') || '$^';
  return new RegExp(`((?:(?<![A-Za-z])|(?=[A-Z]))(?:${alternatives}))`);
}

/** Returns a text whose matches are marked. @param pattern a group of its own */
function marked(text: string, pattern: RegExp): (Node | string)[] {
  const pieces = text.split(pattern);
  return pieces.map((piece, index) => {
    const isMatch = index % 2 === 1;
    return isMatch ? element('mark', piece) : piece;
  });
}

function linkTo(href: string, ...content: (Node | string)[]): HTMLElement {
  return element('a', { href: atRoot(href) }, ...content);
}
