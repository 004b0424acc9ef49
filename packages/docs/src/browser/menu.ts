import { html } from './dom.ts';

/** Below this width the menu lies over the page and is opened by a button. */
const narrow = matchMedia('(width < 900px)');

/** Makes the menu of narrow screens open and close; on wide ones it shows where the reader is. */
export function startMenu(): void {
  const button = document.querySelector<HTMLElement>('.menu-button');
  const menu = document.querySelector<HTMLElement>('#menu');
  if (!button || !menu) return;
  const covered = document.querySelectorAll<HTMLElement>('main, footer');

  const show = (open: boolean): void => {
    html.classList.toggle('menu-open', open);
    button.setAttribute('aria-expanded', String(open));
    // What cannot be seen must not be reached by the keyboard either.
    menu.inert = narrow.matches && !open;
    for (const part of covered) part.inert = narrow.matches && open;
    if (open) showCurrentPage(menu);
  };
  const isOpen = () => html.classList.contains('menu-open');

  button.addEventListener('click', () => show(!isOpen()));
  menu.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('a')) show(false);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen()) return;
    show(false);
    button.focus();
  });
  // The skip link also leads out of it.
  addEventListener('hashchange', () => show(false));
  narrow.addEventListener('change', () => show(false));
  show(false);
  showCurrentPage(menu);
}

/** Scrolls the menu, not the page. */
function showCurrentPage(menu: HTMLElement): void {
  const current = menu.querySelector('[aria-current="page"]');
  if (!current) return;
  const distance = current.getBoundingClientRect().top - menu.getBoundingClientRect().top;
  if (distance > menu.clientHeight) menu.scrollTop += distance - menu.clientHeight / 2;
}
