import { html } from './dom.ts';
import { recall, remember } from './storage.ts';

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Shows what the reader chose; until then, what the system is set to. */
export function applyTheme(): void {
  const chosen = recall('theme');
  show(chosen === 'dark' || (chosen !== 'light' && systemIsDark.matches));
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
    show(!isDark());
    remember('theme', isDark() ? 'dark' : 'light');
    label();
  });
  label();
}

function show(dark: boolean): void {
  html.classList.toggle('dark', dark);
  html.classList.toggle('light', !dark);
}

function isDark(): boolean {
  return html.classList.contains('dark');
}
