/** The base URL in the programs of the site: that of the mock, or the one that a reader has chosen. */
import { isBaseUrl } from '@agent-conversation/contract';
import { html } from './dom.ts';
import { recall, remember } from './preferences.ts';

const original = html.dataset['baseUrl']!;

/** Returns the base URL of the programs, without a slash at the end. */
export function siteBaseUrl(): string {
  const stored = recall('base-url');
  return isForPrograms(stored) ? stored : original;
}

/** Whether a text is a base URL whose characters mean nothing in a shell: programs have it without quotes as well. */
function isForPrograms(text: string): boolean {
  return isBaseUrl(text) && /^[\w.~:/%@+,=[\]-]*$/.test(text);
}

/** Shows the base URL in the programs of a page. Call it for each page. */
export function showBaseUrl(): void {
  document.querySelector('.base-url-button')!.textContent =
    URL.parse(siteBaseUrl())!.host;
  for (const text of programTexts()) {
    const template = templates.get(text) ?? text.data;
    templates.set(text, template);
    text.data = template.replaceAll(original, () => siteBaseUrl());
  }
}

/** What was written before anything was replaced. */
const templates = new WeakMap<Text, string>();

/** The texts of programs; what they print, and what only the mock understands, stays. */
function* programTexts(): Iterable<Text> {
  for (const code of document.querySelectorAll(
    '.code:not([data-language="text"], .mock *) code',
  )) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) yield walker.currentNode as Text;
  }
}

const dialog = document.querySelector<HTMLDialogElement>('dialog.base-url')!;
const form = dialog.querySelector('form')!;
const input = dialog.querySelector('input')!;
const problem = dialog.querySelector('[role=status]')!;

/** Makes the button open a dialog in which a reader chooses. Call it once. */
export function startBaseUrl(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('.base-url-button')) return;
    input.value = siteBaseUrl();
    problem.textContent = '';
    dialog.showModal();
    input.select();
  });
  form.addEventListener('submit', choose);
  dialog.querySelector('.reset')!.addEventListener('click', () => {
    remember('base-url', '');
    showBaseUrl();
    dialog.close();
  });
}

function choose(event: SubmitEvent): void {
  const typed = input.value.trim();
  if (!isForPrograms(typed)) {
    event.preventDefault();
    problem.textContent = `“${typed}” is not a base URL such as https://api.example.`;
    return;
  }
  remember('base-url', new URL(typed).href.replace(/\/+$/, ''));
  showBaseUrl();
}
