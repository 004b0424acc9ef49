// Runs on the reference page before Redoc, whose script stays as it is.

// Redoc compiles its search worker with `Function`; without Worker it searches in the page.
Reflect.deleteProperty(globalThis, 'Worker');

// Redoc's badge has an image on another host. React sets the attribute, then the property.
HTMLImageElement.prototype.setAttribute = function (name, value) {
  const isElsewhere = name === 'src' && /^https?:/.test(value);
  Element.prototype.setAttribute.call(this, name, isElsewhere ? 'data:,' : value);
};
Object.defineProperty(HTMLImageElement.prototype, 'src', {
  set(this: HTMLImageElement, value: string) {
    this.setAttribute('src', value);
  },
});

const missing: readonly [selector: string, attributes: Record<string, string>][] = [
  ['main', { tabindex: '-1' }],
  ['.menu-content', { role: 'navigation', 'aria-label': 'Reference' }],
  ['[data-testid="search-trigger"]', { role: 'button', tabindex: '0' }],
  ['input', { 'aria-label': 'Search' }],
  ['a[href="https://redocly.com/redoc/"]', { 'aria-label': 'API docs by Redocly' }],
  ['[data-component-name="Search/SearchInput"] button', { 'aria-label': 'Clear' }],
  // Redoc puts its dialogs and menus at the end of the body.
  ['[data-testid="search-dialog"]', { 'aria-label': 'Search' }],
  ['body > div:not(#redoc):has([role="menu"])', { 'aria-label': 'Options' }],
  ['body > div:not(#redoc, [aria-label])', { 'aria-label': 'Details' }],
  ['body > div:not(#redoc)', { role: 'dialog' }],
];

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);
const site = document.title;
let focused: HTMLElement | undefined;

/** Adds what assistive technology needs and Redoc leaves out. */
function repair(): void {
  for (const [selector, attributes] of missing) {
    for (const element of all(selector)) {
      for (const [name, value] of Object.entries(attributes)) {
        element.setAttribute(name, value);
      }
    }
  }
  for (const button of all('button:not([aria-label])'))
    if (button.textContent === '') button.ariaLabel = 'Close';
  for (const button of all('button[aria-label^="Example"]'))
    button.ariaLabel = `Example: ${button.textContent}`;
  for (const link of all('[aria-current="page"]')) link.ariaCurrent = null;
  const [active] = all('[data-active="true"]');
  active?.closest('a')?.setAttribute('aria-current', 'page');
  const label = active?.querySelector('[data-text]')?.textContent;
  const isSection = label && !site.startsWith(label);
  document.title = isSection ? `${label} · ${site}` : site;
  const outer: Element[] = [];
  // Pages of Redoc begin with h2 and go on with h4.
  for (const heading of all('main :is(h1, h2, h3, h4, h5, h6)')) {
    while (heading.tagName <= (outer.at(-1)?.tagName ?? '')) outer.pop();
    heading.role = 'heading';
    heading.ariaLevel = `${outer.push(heading)}`;
  }
  // A dialog that closes takes the focus with it.
  if (document.activeElement === document.body) focused?.focus();
}

type Hydrate = (spec: unknown, options: unknown, element: Element | null) => Promise<void>;

/** Leads old addresses, such as `#Sandbox`, to the pages of the site, and starts Redoc. */
async function startReference(hydrate: Hydrate): Promise<void> {
  const { spec, options, moved } = JSON.parse(all('#data')[0]!.textContent);
  const followOldAddress = () => {
    const id = location.hash.slice(1);
    if (Object.hasOwn(moved, id)) location.replace(moved[id]);
  };
  addEventListener('hashchange', followOldAddress);
  followOldAddress();
  await hydrate(spec, options, document.querySelector('#redoc'));

  let planned = 0;
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(planned);
    planned = requestAnimationFrame(repair);
  });
  const changes = { childList: true, subtree: true, characterData: true };
  observer.observe(document.body, { ...changes, attributeFilter: ['data-active'] });
}

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest('#redoc')) focused = target;
});
document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (!(target instanceof HTMLElement && target.dataset['testid'] === 'search-trigger')) return;
  if (key !== 'Enter' && key !== ' ') return;
  event.preventDefault();
  target.click();
});
document.addEventListener('click', (event) => {
  if (!(event.target as Element).matches('.skip-link')) return;
  // Redoc's router would take the fragment for a page.
  event.preventDefault();
  all('main')[0]?.focus();
});

Reflect.set(globalThis, 'startReference', startReference);
