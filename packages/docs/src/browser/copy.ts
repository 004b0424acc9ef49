import { element } from './dom.ts';

/** Makes the copy buttons copy the code beside them, including those that are added later. */
export function startCopy(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('.copy');
    const code = button?.closest('figure')?.querySelector('code');
    if (button && code) void copy(code).then((said) => confirm(button, said));
  });
}

/** Copies, or selects where copying is not allowed; returns which. */
async function copy(code: HTMLElement): Promise<string> {
  try {
    await navigator.clipboard.writeText(code.textContent.trimEnd());
    return 'Copied';
  } catch {
    // Pages from `http:` or `file:` may have no clipboard, or no leave to write to it.
    getSelection()?.selectAllChildren(code);
    return document.execCommand('copy') ? 'Copied' : 'Selected, not copied';
  }
}

const labels = new WeakMap<HTMLElement, string>();

function confirm(button: HTMLElement, said: string): void {
  const label = labels.get(button) ?? button.textContent;
  labels.set(button, label);
  button.textContent = said;
  announce(said);
  setTimeout(() => (button.textContent = label), 2000);
}

// A region that is filled when it is added is not read out by all screen readers.
const region = element('p', { class: 'announcement', role: 'status' });
document.body.append(region);

let clearing: ReturnType<typeof setTimeout> | undefined;

/** Announces a sentence to screen readers, after what they are reading. */
export function announce(sentence: string): void {
  region.textContent = sentence;
  clearTimeout(clearing);
  clearing = setTimeout(() => region.replaceChildren(), 2000);
}
