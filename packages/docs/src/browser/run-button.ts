import { shared } from './globals.ts';
import { loadScript } from './load-script.ts';

/** Sends a sample when its button is clicked. The script that does is loaded with the first click. */
export function startRunButtons(): void {
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
