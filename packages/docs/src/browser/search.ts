/** The dialog of the search: an input, and links below it. How it finds is loaded with its first use. */
import { kinds, type prepareSearch, type SearchEntry, words } from '../search/find.ts';
import { atRoot, element, loadScript, shared } from './dom.ts';

const input = element('input', { type: 'search', 'aria-label': 'Search', spellcheck: 'false' });
const status = element('p', { role: 'status' });
const results = element('ul', { class: 'results' });
const close = element('button', { type: 'button' }, 'Close');
const dialog = element('dialog', { class: 'search', 'aria-label': 'Search' });
dialog.append(element('header', {}, input, close), status, results);
document.body.append(dialog);

let find: Awaited<ReturnType<typeof prepareSearch>> | undefined;
let loading: Promise<void> | undefined;

/** Opens the search, by its button, by `/` and by Ctrl+K or Cmd+K. */
export function startSearch(): void {
  document.querySelector('.search-button')!.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, target } = event;
    const isTyping = (target as Element).matches('input, textarea, select');
    if (ctrlKey || metaKey ? key.toLowerCase() !== 'k' : key !== '/' || isTyping) return;
    event.preventDefault();
    open();
  });
}

function open(): void {
  if (!dialog.open) dialog.showModal();
  input.select();
  show();
  loading ??= load();
  loading.catch(() => {
    loading = undefined;
    status.textContent = 'The search could not be loaded. Close it and open it to try again.';
  });
}

async function load(): Promise<void> {
  await Promise.all(['search', 'search-index'].map((name) => loadScript(`scripts/${name}.js`)));
  find = await shared.prepareSearch!(shared.searchEntries!);
  show();
}

close.addEventListener('click', () => dialog.close());
input.addEventListener('input', show);
dialog.addEventListener('click', ({ target }) => {
  // The dialog itself is only hit beside its content.
  if (target === dialog || (target as Element).closest('a')) dialog.close();
});
dialog.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
  if (next !== undefined) (links[next] ?? input).focus();
  else if (event.key === 'Enter' && event.target === input) links[0]?.click();
  else return;
  // The focus returns to where it was, and Enter must not press the button there.
  event.preventDefault();
});

function show(): void {
  const query = input.value.trim();
  const found = find?.(query) ?? [];
  results.replaceChildren(...found.map(result));
  if (query === '') status.textContent = 'Search for an operation, schema, property or topic.';
  else if (!find) status.textContent = 'Loading the index…';
  else status.textContent = `${found.length === 0 ? 'No' : found.length} results for “${query}”`;
}

function result({ kind, title, context, text, href }: SearchEntry): HTMLElement {
  const detail = [kinds[kind], context].filter(Boolean).join(' · ');
  // As much as fits on two lines.
  const excerpt = text.length > 140 ? `${text.slice(0, 140)}…` : text;
  const link = element('a', { href: atRoot(href) }, element('strong', {}, ...marked(title)));
  link.append(element('small', {}, ...marked(detail)), ...marked(excerpt));
  return element('li', {}, link);
}

/** Marks the words of the query in a text. */
function marked(text: string): (Node | string)[] {
  const sought = words(input.value);
  if (sought.length === 0) return [text];
  const pieces = text.split(new RegExp(`(${sought.join('|')})`, 'i'));
  return pieces.map((it, i) => (i % 2 === 1 ? element('mark', {}, it) : it));
}
