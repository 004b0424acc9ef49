import { html } from './dom.ts';
import { recall, remember } from './storage.ts';

/** Shows the samples in the language that the reader chose; until then in curl. */
export function applyLanguage(): void {
  html.dataset['language'] = recall('language') === 'typescript' ? 'typescript' : 'curl';
}

/** Makes the buttons beside the samples choose the language of all of them. */
export function startLanguage(): void {
  for (const button of buttons()) {
    button.addEventListener('click', () => {
      const { language = 'curl' } = button.dataset;
      html.dataset['language'] = language;
      remember('language', language);
      showPressed();
    });
  }
  showPressed();
}

function showPressed(): void {
  for (const button of buttons()) {
    const isPressed = button.dataset['language'] === html.dataset['language'];
    button.setAttribute('aria-pressed', String(isPressed));
  }
}

function buttons(): NodeListOf<HTMLElement> {
  return document.querySelectorAll('.languages button');
}
