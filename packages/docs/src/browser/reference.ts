// Runs on the reference page before Redoc, whose script stays as it is.

// Redoc compiles its search worker with `Function`; without Worker it searches in the page.
Reflect.deleteProperty(globalThis, 'Worker');

// Redoc's badge has an image on another host, and goes without it after an error. React sets the attribute, then the
// property.
const image = HTMLImageElement.prototype;
image.setAttribute = () => {};
Object.defineProperty(image, 'src', {
  set(this: HTMLImageElement) {
    this.dispatchEvent(new Event('error'));
  },
});

/** What assistive technology needs and Redoc leaves out. */
const missing: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '.menu-content': {
    role: 'navigation',
    'aria-label': 'Reference',
  },
  '[data-testid="search-trigger"]': {
    role: 'button',
    tabindex: '0',
  },
  '[data-component-name="Search/SearchInput"] button': {
    'aria-label': 'Clear',
  },
  // Redoc puts its dialogs and menus at the end of the body.
  'body > div:not(#redoc)': {
    role: 'dialog',
    'aria-label': 'Details',
  },
  '[data-testid="search-dialog"]': {
    'aria-label': 'Search',
  },
};

const site = document.title;
let focused: HTMLElement | undefined;

function all(selector: string): NodeListOf<HTMLElement> {
  return document.querySelectorAll(selector);
}

function repair(): void {
  for (const [selector, attributes] of Object.entries(missing)) {
    for (const element of all(selector)) {
      for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, value);
    }
  }
  for (const button of all('button[aria-label^="Example"]'))
    button.ariaLabel = `Example: ${button.textContent}`;
  const [label] = all('[data-active="true"] [data-text]');
  const title = label?.textContent ?? site;
  document.title = site.startsWith(title) ? site : `${title} · ${site}`;
  nestHeadings();
  // A dialog that closes takes the focus with it.
  if (document.activeElement === document.body) focused?.focus();
}

/** Pages of Redoc begin with h2 and go on with h4. */
function nestHeadings(): void {
  const outer: Element[] = [];
  for (const heading of all('main :is(h1, h2, h3, h4, h5, h6)')) {
    while (heading.tagName <= (outer.at(-1)?.tagName ?? '')) outer.pop();
    outer.push(heading);
    heading.ariaLevel = String(outer.length);
  }
}

type Hydrate = (
  spec: unknown,
  options: unknown,
  element: Element,
) => Promise<void>;

/** Leads old addresses, such as `#Sandbox`, to the pages of the site, and starts Redoc. */
async function startReference(hydrate: Hydrate): Promise<void> {
  const data = document.querySelector('#data')!;
  const { spec, options, moved } = JSON.parse(data.textContent);
  const followOldAddress = () => {
    const id = location.hash.slice(1);
    if (Object.hasOwn(moved, id)) location.replace(moved[id]);
  };
  addEventListener('hashchange', followOldAddress);
  followOldAddress();
  await hydrate(spec, options, document.querySelector('#redoc')!);

  let planned = 0;
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(planned);
    planned = requestAnimationFrame(repair);
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['data-active'],
  });
}

document.addEventListener('focusin', ({ target }) => {
  focused =
    (target as Element).closest<HTMLElement>('#redoc :focus') ?? focused;
});
document.addEventListener('keydown', (event) => {
  const { target, key } = event;
  const trigger = (target as Element).closest<HTMLElement>(
    '[data-testid="search-trigger"]',
  );
  if (!trigger || !['Enter', ' '].includes(key)) return;
  event.preventDefault();
  trigger.click();
});
document.addEventListener('click', (event) => {
  if (!(event.target as Element).matches('.skip-link')) return;
  // Redoc's router would take the fragment for a page.
  event.preventDefault();
  const main = document.querySelector('main')!;
  main.tabIndex = -1;
  main.focus();
});

Reflect.set(globalThis, 'startReference', startReference);
