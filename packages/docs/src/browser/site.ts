// Runs on every page, after it is parsed.
import { announce, startCopy } from './copy.ts';
import { loadScript, shared } from './dom.ts';
import { startMenu } from './menu.ts';
import { startLanguages, startTheme } from './preferences.ts';
import { startSearch } from './search.ts';

startTheme();
startLanguages();
startCopy();
startMenu();
startSearch();

// Readers without scripts follow the link.
const target = document.getElementById(location.hash.slice(1));
const replacement = target?.matches('.moved > li') ? target.querySelector('a') : undefined;
if (replacement) location.replace(replacement.href);

const tryIt = document.querySelector<HTMLElement>('.try button');
tryIt?.addEventListener('click', () => {
  loadScript('scripts/console.js').then(
    () => shared.openConsole?.(tryIt),
    () => announce('The console could not be loaded. Reload the page to try again.'),
  );
});
