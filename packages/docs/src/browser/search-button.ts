import { announce } from './copy.ts';
import { loadScript } from './dom.ts';
import { shared } from './globals.ts';

async function load(): Promise<void> {
  if (!shared.openSearch) await loadScript('scripts/search.js');
}

/** Opens the search by its button, by `/` and by Ctrl+K or Cmd+K. Its script is loaded when it is likely. */
export function startSearchButton(): void {
  for (const button of document.querySelectorAll('.search-button')) {
    button.addEventListener('click', () => void open());
    for (const sign of ['focus', 'pointerenter']) {
      // If it fails, the click reports it.
      button.addEventListener(sign, () => void load().catch(() => {}), { once: true });
    }
  }
  document.addEventListener('keydown', (event) => {
    if (!isShortcut(event)) return;
    event.preventDefault();
    void open();
  });
}

async function open(): Promise<void> {
  const typed = keepKeys();
  try {
    await load();
    shared.openSearch?.(typed());
  } catch {
    typed();
    announce('The search could not be loaded. Reload the page to try again.');
  }
}

/** Keeps what is typed from now on, until the function that it returns is called for it. */
function keepKeys(): () => string {
  let text = '';
  const keep = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key.length > 1 || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    text += key;
  };
  document.addEventListener('keydown', keep, { capture: true });
  return () => {
    document.removeEventListener('keydown', keep, { capture: true });
    return text;
  };
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  return key === '/' && !(target as Element).matches('input, textarea, select, [contenteditable]');
}
