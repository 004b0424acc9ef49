import { html } from './dom.ts';

const prefix = 'agent-conversation.';

/** What the reader chose earlier; undefined where nothing is stored, or nothing may be. */
export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(prefix + name) ?? undefined;
  } catch {
    // Some privacy modes forbid even to look.
    return undefined;
  }
}

/** Keeps what the reader chose for the next page, where the browser allows it. */
export function remember(name: string, value: string): void {
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
let theme = (recall('theme') ?? 'system') as Theme;

/** Applies the choices of the reader before the first paint, so that nothing flashes after it. */
export function applyPreferences(): void {
  html.classList.remove(...names);
  html.classList.add('js', theme);
}

/** Makes the button go through the themes: that of the system, light and dark. */
export function startTheme(): void {
  const button = document.querySelector<HTMLElement>('.theme-button')!;
  const label = () => {
    button.textContent = themes[theme];
    button.title = button.ariaLabel = `Theme: ${theme}`;
  };
  button.addEventListener('click', () => {
    theme = names[(names.indexOf(theme) + 1) % names.length]!;
    remember('theme', theme);
    applyPreferences();
    label();
  });
  label();
}

/** Makes all samples change their language together, and keep it on the next page. */
export function startLanguages(): void {
  choose(recall('language'));
  document.addEventListener('change', ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    if (!name.endsWith('.language')) return;
    remember('language', value);
    choose(value);
  });
}

function choose(language: string | undefined): void {
  for (const it of document.querySelectorAll<HTMLInputElement>('[name$=".language"]'))
    it.checked ||= it.value === language;
}
