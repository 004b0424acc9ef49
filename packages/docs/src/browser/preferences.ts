import { html } from './dom.ts';
import { recall, remember } from './storage.ts';

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Applies the choices of the reader before the first paint, so that nothing jumps or flashes after it. */
export function applyPreferences(): void {
  html.classList.add('js');
  applyTheme();
  applyLanguage();
}

/** Shows what the reader chose; until then, what the system is set to. */
function applyTheme(): void {
  const chosen = recall('theme');
  showTheme(chosen === 'dark' || (chosen !== 'light' && systemIsDark.matches));
}

/** Makes the button change the theme, and the page follow the system until it has. */
export function startTheme(): void {
  const button = document.querySelector('.theme-button');
  // Where nothing can be stored the choice lives as long as the page.
  let isChosen = recall('theme') !== null;
  const label = () => {
    if (button) button.ariaLabel = `Switch to the ${isDark() ? 'light' : 'dark'} theme`;
  };
  systemIsDark.addEventListener('change', () => {
    if (!isChosen) applyTheme();
    label();
  });
  button?.addEventListener('click', () => {
    isChosen = true;
    showTheme(!isDark());
    remember('theme', isDark() ? 'dark' : 'light');
    label();
  });
  label();
}

function showTheme(dark: boolean): void {
  html.classList.toggle('dark', dark);
  html.classList.toggle('light', !dark);
}

function isDark(): boolean {
  return html.classList.contains('dark');
}

/** Shows the samples in the language that the reader chose; until then in curl. */
function applyLanguage(): void {
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
