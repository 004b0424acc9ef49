// Runs on every page, after it is parsed.
import { startCopy } from './copy.ts';
import { startDeepLinks } from './deep-links.ts';
import { loadScript } from './dom.ts';
import { shared } from './globals.ts';
import { startMenu } from './menu.ts';
import { startLanguage, startTheme } from './preferences.ts';
import { startSearchButton } from './search-button.ts';

startTheme();
startLanguage();
startCopy();
startMenu();
startSearchButton();
startRunButtons();
startDeepLinks();

/** Sends a sample when its button is clicked. The script that does is loaded with the first click. */
function startRunButtons(): void {
  for (const button of document.querySelectorAll('.sample .run')) {
    const sample = button.closest<HTMLElement>('.sample')!;
    button.addEventListener('click', () => void run(sample));
  }
}

async function run(sample: HTMLElement): Promise<void> {
  try {
    if (!shared.runSample) await loadScript('scripts/run.js');
    await shared.runSample?.(sample);
  } catch {
    const result = sample.querySelector('.run-result');
    result?.replaceChildren(
      'The script for this could not be loaded. Reload the page to try again.',
    );
  }
}
