import { recall, remember } from './preferences.ts';

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
