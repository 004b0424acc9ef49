import type { Find } from '../search/find.ts';
import { element } from './dom.ts';
import { listGroups } from './search-results.ts';

const hint = 'Type part of the name of an operation, path, property or value, or words of a guide.';

/**
 * The dialog of the search: a combobox with a list, as in the ARIA Authoring Practices Guide ("Combobox
 * Pattern"). The focus stays in the input; `aria-activedescendant` names the selected result.
 */
export class SearchDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #list = element('div', {
    id: 'search-results',
    role: 'listbox',
    'aria-label': 'Results',
  });
  readonly #status = element('p', { class: 'search-status', role: 'status' });
  readonly #input = element('input', {
    id: 'search-input',
    type: 'text',
    role: 'combobox',
    enterkeyhint: 'go',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    'aria-autocomplete': 'list',
    'aria-controls': 'search-results',
  });
  #find: Find | undefined;

  constructor() {
    const close = element('button', { type: 'button', class: 'search-close' }, 'Close');
    const label = element('label', { for: 'search-input' }, 'Search');
    const box = element('div', { class: 'search-box' }, label, this.#input, close);
    this.#dialog = element('dialog', { class: 'search', 'aria-label': 'Search' }, box);
    this.#dialog.append(this.#status, this.#list);
    document.body.append(this.#dialog);

    close.addEventListener('click', () => this.#dialog.close());
    this.#dialog.addEventListener('click', ({ target }) => {
      // The dialog itself is hit beside its content only, and a result leads away.
      if (target === this.#dialog || (target as Element).closest('[role="option"]')) {
        this.#dialog.close();
      }
    });
    this.#input.addEventListener('input', () => this.#show());
    this.#input.addEventListener('keydown', (event) => this.#steer(event));
    this.#show();
  }

  /** Opens the dialog with what was typed, or with the last query selected. */
  open(typed: string): void {
    if (!this.#dialog.open) this.#dialog.showModal();
    if (typed === '') {
      this.#input.select();
    } else {
      this.#input.value = typed;
      this.#show();
    }
  }

  /** Sets the search function once it is ready. */
  use(find: Find): void {
    if (this.#find === find) return;
    this.#find = find;
    this.#show();
  }

  /** Shows a sentence instead of results. */
  say(sentence: string): void {
    this.#status.textContent = sentence;
  }

  #show(): void {
    const query = this.#input.value.trim();
    const groups = query === '' ? [] : (this.#find?.(query) ?? []);
    this.#list.replaceChildren(...listGroups(groups));
    this.#list.hidden = groups.length === 0;
    this.#list.scrollTop = 0;
    this.#input.setAttribute('aria-expanded', String(groups.length > 0));
    this.#activate(undefined);
    this.say(this.#summary(query));
  }

  #summary(query: string): string {
    if (query === '') return hint;
    if (!this.#find) return 'Loading the index…';
    const count = this.#options().length;
    if (count === 0) return `Nothing found for “${query}”. Try fewer or shorter words.`;
    return `${count} ${count === 1 ? 'result' : 'results'}. Choose with the arrow keys and Enter.`;
  }

  #steer(event: KeyboardEvent): void {
    const options = this.#options();
    const active = options.findIndex((option) => option.ariaSelected === 'true');
    const isInList = active >= 0;
    const next: Partial<Record<string, number>> = {
      ArrowDown: (active + 1) % options.length,
      ArrowUp: isInList && active > 0 ? active - 1 : options.length - 1,
      // Outside the list these two move the cursor in the text.
      ...(isInList && { Home: 0, End: options.length - 1 }),
    };
    const chosen = options[next[event.key] ?? -1];
    if (chosen) {
      event.preventDefault();
      this.#activate(chosen);
    } else if (event.key === 'Enter' && !event.isComposing) {
      options[Math.max(active, 0)]?.click();
    }
  }

  #activate(chosen: HTMLElement | undefined): void {
    for (const option of this.#options()) option.ariaSelected = String(option === chosen);
    if (chosen) this.#input.setAttribute('aria-activedescendant', chosen.id);
    else this.#input.removeAttribute('aria-activedescendant');
    chosen?.scrollIntoView({ block: 'nearest' });
  }

  #options(): HTMLElement[] {
    return [...this.#list.querySelectorAll<HTMLElement>('[role="option"]')];
  }
}
