import { element } from './dom.ts';
import { recall, remember } from './preferences.ts';

/**
 * Makes tabs of the sections in `.tabs`, as in the ARIA Authoring Practices Guide ("Tabs Pattern"). Those of the group
 * `language` change together, and stay as they are on the next page.
 */
export function startTabs(): void {
  for (const [i, tabs] of document.querySelectorAll<HTMLElement>('.tabs').entries()) {
    const { group = '' } = tabs.dataset;
    const list = element('div', { role: 'tablist', 'aria-label': group });
    for (const [j, panel] of panelsOf(tabs).entries()) {
      panel.id = `tab-${i}-${j}`;
      panel.role = 'tabpanel';
      const attributes = { type: 'button', role: 'tab', 'aria-controls': panel.id };
      const button = element('button', attributes, panel.dataset['label']!);
      button.id = `${panel.id}-button`;
      panel.setAttribute('aria-labelledby', button.id);
      button.addEventListener('click', () => choose(tabs, button.textContent));
      list.append(button);
    }
    list.addEventListener('keydown', ({ key }) => {
      const at = { ArrowRight: 'nextElementSibling', ArrowLeft: 'previousElementSibling' } as const;
      const next = document.activeElement?.[at[key as keyof typeof at]] as HTMLElement | null;
      next?.focus?.();
      next?.click?.();
    });
    tabs.prepend(list);
    tabs.classList.add('ready');
    show(tabs, (group === 'language' && recall(group)) || '');
  }
}

function panelsOf(tabs: HTMLElement): HTMLElement[] {
  return [...tabs.querySelectorAll<HTMLElement>(':scope > .tab')];
}

function choose(tabs: HTMLElement, label: string): void {
  const isShared = tabs.dataset['group'] === 'language';
  if (isShared) remember('language', label);
  const all = document.querySelectorAll<HTMLElement>('.tabs[data-group="language"]');
  for (const it of isShared ? all : [tabs]) show(it, label);
}

/** Shows a tab; the first one if there is none with the label. */
function show(tabs: HTMLElement, label: string): void {
  const panels = panelsOf(tabs);
  const shown = panels.find(({ dataset }) => dataset['label'] === label) ?? panels[0];
  for (const panel of panels) {
    const button = document.getElementById(`${panel.id}-button`)!;
    panel.hidden = panel !== shown;
    button.ariaSelected = String(panel === shown);
    button.tabIndex = panel === shown ? 0 : -1;
  }
}
