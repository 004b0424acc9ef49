// Runs on every page, after it is parsed.
import { showBaseUrl, startBaseUrl } from './base-url.ts';
import { startCopy } from './copy.ts';
import { element, loadScript, shared } from './dom.ts';
import { foldJson } from './json-tree.ts';
import { startMenu, watchSections } from './menu.ts';
import {
  applyPreferences,
  showLanguage,
  showTheme,
  startLanguages,
  startTheme,
} from './preferences.ts';
import { showSuggestions, startSearch } from './search.ts';

startTheme();
startLanguages();
startBaseUrl();
startCopy();
startSearch();
watchSections();
shared.startPage = showPage;
showPage();
// What was chosen in another tab, or on the page from which the reader goes back.
addEventListener('storage', showChoices);
addEventListener('pageshow', showChoices);

document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('button.try');
  if (button) void openConsole(button);
});

// Entries of the session history that have shared a document, as a console makes them, share this one after a reload.
globalThis.navigation?.addEventListener('navigate', (event) => {
  const isWithin =
    event.navigationType === 'traverse' &&
    event.canIntercept &&
    !event.hashChange;
  if (!isWithin || shared.keepsDocument) return;
  event.intercept({ handler: async () => location.reload() });
});

const problem = element('p', { class: 'violations', role: 'alert' });
problem.textContent =
  'The console could not be loaded: a script is missing or blocked. Try again.';

async function openConsole(button: HTMLElement): Promise<void> {
  const operationId = button.dataset['operation']!;
  problem.remove();
  try {
    for (const name of [
      `validators/${operationId}`,
      `consoles/${operationId}`,
      'console',
    ])
      await loadScript(`scripts/${name}.js`);
  } catch {
    button.closest('.bar')!.after(problem);
    return;
  }
  shared.openConsole!(operationId);
}

/** Shows what the reader has chosen earlier, and follows a former address. */
function showPage(): void {
  foldJson();
  showChoices();
  startMenu();
  void showSuggestions();
  // Readers without scripts follow the link.
  const target = document.getElementById(location.hash.slice(1));
  const replacement = target?.matches('.moved > li')
    ? target.querySelector('a')
    : undefined;
  if (replacement) location.replace(replacement.href);
}

function showChoices(): void {
  applyPreferences();
  showTheme();
  showLanguage();
  showBaseUrl();
}
