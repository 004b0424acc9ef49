// Addresses inside the site. A page may stand in a folder, in a single file or under any path, so they
// are written from the root of the site, and made relative when a page is put together.

const scheme = 'site:';

export const toPage = (path: string): string => `${scheme}${path}.html`;
export const toFile = (path: string): string => `${scheme}${path}`;
export const toOperation = (operationId: string): string => toPage(`operations/${operationId}`);
export const toDecision = (id: string): string => `${toPage('decisions')}#${id}`;
export const toLifecycle = (schema: string): string => `${toPage('lifecycles')}#${schema}`;

/**
 * Makes the addresses inside the site relative to a page.
 *
 * @param html in which they stand in attributes
 * @param root the way from the page to the root of the site
 */
export function relative(html: string, root: string): string {
  return html.replaceAll(new RegExp(`(?<= (?:href|src)=")${scheme}`, 'g'), root);
}

/** The way from a page to the root of the site, such as `../`. */
export function rootOf(path: string): string {
  return '../'.repeat(path.split('/').length - 1) || './';
}

/** The path of the page or file that an address inside the site leads to; undefined for others. */
export function pageOf(address: string): string | undefined {
  if (!address.startsWith(scheme)) return undefined;
  return address.slice(scheme.length).replace(/\.html$/, '');
}
