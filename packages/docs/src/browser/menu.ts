import { atRoot, html, loadScript, shared } from './dom.ts';

/** Makes the titles of other groups show the whole menu, in which these groups are unfolded. */
export function startMenu(): void {
  const menu = document.querySelector('#menu')!;
  menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  menu.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a.more');
    if (!link) return;
    event.preventDefault();
    loadScript('scripts/menu.js').then(
      () => showAll(menu, link.textContent),
      () => location.assign(link.href),
    );
  });
}

function showAll(menu: Element, title: string): void {
  const { body } = new DOMParser().parseFromString(shared.menu!, 'text/html');
  const current = body.querySelector(`[href="${html.dataset['page']}.html"]`);
  if (current) current.ariaCurrent = 'page';
  for (const link of body.querySelectorAll('a')) link.href = atRoot(link.getAttribute('href')!);
  menu.replaceChildren(...body.children);
  for (const details of menu.querySelectorAll('details')) {
    const summary = details.querySelector('summary')!;
    details.open = summary.textContent === title || details.contains(current);
    if (summary.textContent === title) summary.focus();
  }
}
