/** The element that carries the state of the page: classes, the language, the way to the site's root. */
export const html: HTMLElement = document.documentElement;

/** The address of a file of the site, relative to the page. It also holds from `file:`. */
export function atRoot(path: string): string {
  return (html.dataset['root'] ?? '') + path;
}
