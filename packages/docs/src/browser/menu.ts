/** The menu: the page that is open is in view, and the section that is read is marked. */
import { recall, remember } from './preferences.ts';

/** Shows the menu as it was on the page before, with the current page in view. Call it for each page. */
export function startMenu(): void {
  const menu = document.querySelector<HTMLElement>('#menu')!;
  menu.addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('a')) return;
    remember('menu', String(menu.scrollTop));
    close();
  });
  menu.scrollTop = Number(recall('menu'));
  const current = menu.querySelector<HTMLElement>('[aria-current="page"]');
  const offset = (current?.offsetTop ?? 0) - menu.scrollTop;
  const isInView = offset >= 0 && offset < menu.clientHeight - 40;
  if (!isInView) menu.scrollTop += offset - menu.clientHeight / 2;
  markSection();
}

/** Closes the menu of a narrow window. */
function close(): void {
  document.querySelector<HTMLElement>('#menu:popover-open')?.hidePopover();
}

/** Makes the mark follow the reader. Call it once. */
export function watchSections(): void {
  // In a wide window, the menu stands beside the content.
  matchMedia('(width >= 1024px)').addEventListener('change', close);
  let planned = 0;
  const plan = () => {
    cancelAnimationFrame(planned);
    planned = requestAnimationFrame(markSection);
  };
  addEventListener('scroll', plan, { passive: true });
  addEventListener('hashchange', plan);
}

/** How far below the top of the window a section begins to be the one that is read, in pixels. */
const readingLine = 120;

function markSection(): void {
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>('.on-this-page a'),
  ];
  const passed = links.filter(({ hash }) => {
    const section = document.getElementById(decodeURIComponent(hash.slice(1)));
    return (
      section !== null && section.getBoundingClientRect().top < readingLine
    );
  });
  for (const link of links)
    link.ariaCurrent = link === passed.at(-1) ? 'true' : null;
}
