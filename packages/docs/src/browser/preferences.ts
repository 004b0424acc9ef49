import { html } from './dom.ts';

const prefix = 'agent-conversation.';

/** What was chosen on this page, for browsers that keep nothing; an empty text is no choice. */
const chosen = new Map<string, string>();

/** What the reader chose earlier; an empty text if nothing is stored, or nothing may be. */
export function recall(name: string): string {
  try {
    return localStorage.getItem(prefix + name) ?? '';
  } catch {
    // Some privacy modes forbid even to look.
    return chosen.get(name) ?? '';
  }
}

/** Keeps what the reader chose for the next page, where the browser allows it. An empty text is no choice. */
export function remember(name: string, value: string): void {
  chosen.set(name, value);
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // Full or forbidden: the choice holds on this page alone.
  }
}

/** The themes, and what the button shows. */
const themes = { system: '◐', light: '☀', dark: '☾' };
type Theme = keyof typeof themes;
const names = Object.keys(themes) as Theme[];

function currentTheme(): Theme {
  const stored = recall('theme');
  return Object.hasOwn(themes, stored) ? (stored as Theme) : 'system';
}

/** Applies the choices of the reader before the first paint, so that nothing flashes after it. */
export function applyPreferences(): void {
  html.classList.remove(...names);
  html.classList.add('js', currentTheme());
}

/** Makes the button go through the themes: that of the system, light and dark. Call it once. */
export function startTheme(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('.theme-button')) return;
    const next = names[(names.indexOf(currentTheme()) + 1) % names.length]!;
    remember('theme', next);
    applyPreferences();
    showTheme();
  });
}

/** Shows the theme on its button. Call it for each page. */
export function showTheme(): void {
  const button = document.querySelector<HTMLElement>('.theme-button')!;
  const theme = currentTheme();
  button.textContent = themes[theme];
  button.title = `Theme: ${theme}`;
  button.ariaLabel = button.title;
}

/** Makes all programs change their language together, and keep it on the next page. Call it once. */
export function startLanguages(): void {
  document.addEventListener('change', ({ target }) => {
    const control = target as HTMLInputElement;
    if (!control.matches(languages)) return;
    remember('language', control.value);
    showLanguage();
  });
}

const languages = '[data-group="language"] > label > input';

/** Chooses the language of the programs of a page. Call it for each page. */
export function showLanguage(): void {
  const language = recall('language');
  for (const control of document.querySelectorAll<HTMLInputElement>(languages))
    control.checked ||= control.value === language;
}
