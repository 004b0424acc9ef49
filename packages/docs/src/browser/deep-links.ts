/** Takes the focus along to where a link leads inside a page, and highlights the link in the page's contents. */
export function startDeepLinks(): void {
  addEventListener('hashchange', arrive);
  arrive();
}

function arrive(): void {
  showCurrent();
  const target = document.getElementById(idInAddress());
  if (!target) return;
  openAround(target);
  if (!target.hasAttribute('tabindex') && target.tabIndex < 0) {
    target.tabIndex = -1;
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  }
  target.focus({ preventScroll: true });
}

function showCurrent(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a[href^="#"]')) {
    if (link.hash === location.hash) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
}

function idInAddress(): string {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Not all browsers open what is folded around the target of a link. */
function openAround(target: Element): void {
  const folded = target.closest<HTMLDetailsElement>('details:not([open])');
  if (!folded) return;
  folded.open = true;
  openAround(target);
  target.scrollIntoView();
}
