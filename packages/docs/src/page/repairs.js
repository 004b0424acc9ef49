/// <reference lib="dom" />

// What Redoc 3.0.1 leaves out for the keyboard and for screen readers. It draws parts of the page
// when they come near, so the attributes are set anew after every change.

const searchTrigger = '[data-testid="search-trigger"]';
const searchDialog = '[data-testid="search-dialog"]';
const closeIcon = '[data-component-name="icons/CloseIcon/CloseIcon"]';
const clearIcon = '[data-component-name="icons/CloseFilledIcon/CloseFilledIcon"]';
const activeLabel = '[data-active="true"]';

/** @type {Record<string, Record<string, string>>} */
const attributes = {
  '.menu-content': { role: 'navigation', 'aria-label': 'Contents' },
  [`a:has(> ${activeLabel})`]: { 'aria-current': 'page' },
  [searchTrigger]: { role: 'button', tabindex: '0' },
  [searchDialog]: { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Search' },
  [`${searchDialog} input`]: { 'aria-label': 'Search' },
  [`div:has(> button > ${closeIcon})`]: { role: 'dialog', 'aria-label': 'Security' },
  [`button:has(> ${closeIcon})`]: { 'aria-label': 'Close' },
  [`button:has(> ${clearIcon})`]: { 'aria-label': 'Clear' },
};

function setAttributes() {
  for (const link of document.querySelectorAll(`a[aria-current]:not(:has(> ${activeLabel}))`)) {
    link.removeAttribute('aria-current');
  }
  for (const [selector, values] of Object.entries(attributes)) {
    for (const element of document.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
    }
  }
}

function closeGapsBetweenHeadings() {
  let level = 0;
  for (const heading of document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')) {
    level = Math.min(Number(heading.tagName.charAt(1)), level + 1);
    heading.setAttribute('aria-level', String(level));
  }
}

/** @param {string} selector */
function focus(selector) {
  const element = document.querySelector(selector);
  if (element instanceof HTMLElement) element.focus();
}

let planned = false;

function repairSoon() {
  if (planned) return;
  planned = true;
  requestAnimationFrame(() => {
    planned = false;
    setAttributes();
    closeGapsBetweenHeadings();
  });
}

new MutationObserver(repairSoon).observe(document.body, {
  subtree: true,
  childList: true,
  attributeFilter: ['data-active'],
});
repairSoon();

document.querySelector('.skip-link')?.addEventListener('click', (event) => {
  // The address is the place of Redoc's own routes.
  event.preventDefault();
  document.querySelector('main')?.setAttribute('tabindex', '-1');
  focus('main');
});

document.addEventListener(
  'keydown',
  (event) => {
    const onTrigger = event.target instanceof HTMLElement && event.target.matches(searchTrigger);
    if (onTrigger && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      event.target.click();
    } else if (event.key === 'Escape' && document.querySelector(searchDialog)) {
      requestAnimationFrame(() => focus(searchTrigger));
    }
  },
  { capture: true },
);
