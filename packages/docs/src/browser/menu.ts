import { atRoot, element, html, loadScript } from './dom.ts';
import { shared } from './globals.ts';

/** Makes the groups of other pages unfold, and adds what a large menu leaves out. */
export async function startMenu(): Promise<void> {
  const menu = document.querySelector<HTMLElement>('#menu')!;
  menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  const list = menu.querySelector('ul')!;
  if (menu.dataset['part'] !== undefined) {
    const items = [...list.children] as HTMLElement[];
    const all = (await load()).map(([group, [first]]) => {
      const link = element('a', { href: atRoot(`${first![0]}.html`) }, group);
      const known = items.find(({ dataset }) => dataset['group'] === group);
      return known ?? element('li', { 'data-group': group }, link);
    });
    list.replaceChildren(...all);
  }
  [...list.children].forEach(start);
}

function start(item: Element): void {
  const { group = '', part } = (item as HTMLElement).dataset;
  const link = item.querySelector(':scope > a');
  const list = item.querySelector('ul') ?? element('ul');
  if (link) {
    const details = element('details', {}, element('summary', {}, group), list);
    link.replaceWith(details);
    details.addEventListener('toggle', () => void fill(group, list), { once: true });
  } else if (part !== undefined) {
    void fill(group, list);
  }
}

async function load() {
  await loadScript('scripts/menu.js');
  return shared.menu!;
}

async function fill(title: string, list: HTMLElement): Promise<void> {
  const [, pages = []] = (await load()).find(([name]) => name === title) ?? [];
  const entries = pages.map(([path, name, method]) => {
    const entry = element('a', { href: atRoot(`${path}.html`) }, name);
    if (path === html.dataset['page']) entry.ariaCurrent = 'page';
    if (method) entry.append(element('span', { class: `method ${method}` }, method));
    return element('li', {}, entry);
  });
  list.replaceChildren(...entries);
}
