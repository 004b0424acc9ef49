// @ts-check
// What the page does around Redoc, whose script stays as it is. It runs before Redoc.

// Redoc compiles its search worker with `Function`; without Worker it searches in the page.
Reflect.deleteProperty(globalThis, 'Worker');

// Redoc's badge has an image on another host. React sets the attribute, then the property.
HTMLImageElement.prototype.setAttribute = function (name, value) {
  const isElsewhere = name === 'src' && /^https?:/.test(value);
  Element.prototype.setAttribute.call(this, name, isElsewhere ? 'data:,' : value);
};
Object.defineProperty(HTMLImageElement.prototype, 'src', {
  set(value) {
    this.setAttribute('src', value);
  },
});

/** @type {[selector: string, attributes: Record<string, string>][]} */
const missing = [
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

/** @param {string} selector */
const all = (selector) =>
  /** @type {Iterable<HTMLElement>} */ (document.querySelectorAll(selector));

/** @type {HTMLElement | undefined} */
let focused;

/**
 * Adds what assistive technology needs and Redoc leaves out.
 *
 * @param {string} title
 */
function repair(title) {
  for (const [selector, attributes] of missing)
    for (const element of all(selector))
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const button of all('button:not([aria-label])'))
    if (button.textContent === '') button.ariaLabel = 'Close';
  for (const button of all('button[aria-label^="Example"]'))
    button.ariaLabel = `Example: ${button.textContent}`;
  for (const link of all('[aria-current="page"]')) link.ariaCurrent = null;
  const [active] = all('[data-active="true"]');
  active?.closest('a')?.setAttribute('aria-current', 'page');
  const label = active?.querySelector('[data-text]')?.textContent;
  document.title = label && !title.startsWith(label) ? `${label} · ${title}` : title;
  /** @type {HTMLElement[]} */
  const outer = [];
  // Pages of Redoc begin with h2 and go on with h4.
  for (const heading of all('main :is(h1, h2, h3, h4, h5, h6)')) {
    while (heading.tagName <= (outer.at(-1)?.tagName ?? '')) outer.pop();
    heading.role = 'heading';
    heading.ariaLevel = `${outer.push(heading)}`;
  }
  // A dialog that closes takes the focus with it.
  if (document.activeElement === document.body) focused?.focus();
}

/**
 * Starts Redoc.
 *
 * @param {(spec: unknown, options: unknown, element: Element | null) => Promise<void>} hydrate
 */
async function startReference(hydrate) {
  const { spec, options, addresses, title } = JSON.parse(
    /** @type {string} */ (document.querySelector('#data')?.textContent),
  );
  const addressOf = new Map(Object.entries(addresses));
  const followOldAddress = () => {
    const address = addressOf.get(location.hash.slice(1));
    if (address !== undefined) location.replace(address);
  };
  addEventListener('hashchange', followOldAddress);
  followOldAddress();

  await hydrate(spec, options, document.querySelector('#redoc'));
  // React hydrates in a later task: what it does not know is gone by then.
  for (const page of all('[data-prerendered]')) page.remove();

  let isPlanned = false;
  new MutationObserver(() => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      repair(title);
    });
  }).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['data-active'],
  });
}

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && target.closest('#redoc')) focused = target;
});
document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || target.dataset.testid !== 'search-trigger') return;
  if (key === 'Enter' || key === ' ') {
    event.preventDefault();
    target.click();
  }
});
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element && event.target.matches('.skip-link'))) return;
  // Redoc's router would take the fragment for a page.
  event.preventDefault();
  document.querySelector('main')?.focus();
});

Reflect.set(globalThis, 'startReference', startReference);
