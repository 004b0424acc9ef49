import { siteBaseUrl } from './base-url.ts';
import { element, html, loadScript, shared } from './dom.ts';

/** Makes the copy buttons copy the code beside them, and one the Markdown of the page. */
export function startCopy(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>(
      '.copy, .copy-page',
    );
    if (button && !button.ariaBusy) void copyFor(button);
  });
}

/** Copies, and says so on the button for a while. */
async function copyFor(button: HTMLElement): Promise<void> {
  const label = button.textContent;
  button.ariaBusy = 'true';
  button.textContent = await copy(button);
  region.textContent = button.textContent;
  setTimeout(() => {
    button.textContent = label;
    button.ariaBusy = null;
  }, 2000);
}

async function copy(button: HTMLElement): Promise<string> {
  const code = button.closest('figure, .bar')?.querySelector('code');
  try {
    if (button.matches('.copy-page'))
      await loadScript(`scripts/markdown/${html.dataset['page']}.js`);
    await navigator.clipboard.writeText(code ? textOf(code) : shared.markdown!);
    return 'Copied';
  } catch {
    // Pages from `http:` have no clipboard.
    if (code) getSelection()?.selectAllChildren(code);
    return code ? 'Selected' : 'Not allowed here';
  }
}

function textOf(code: HTMLElement): string {
  const { textContent } = code;
  if (code.closest('.bar')) return siteBaseUrl() + textContent;
  // `git apply` rejects a patch whose last line does not end.
  const isPatch = code.closest('[data-language="diff"]') !== null;
  return isPatch ? `${textContent}\n` : textContent;
}

// Screen readers announce what is on the button. A region that is filled when it is added is not read out by all.
const region = element('p', { class: 'announcement', role: 'status' });
document.body.append(region);
