/** Makes an element. Text stays text: nothing in it is read as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** The element that carries the state of the page: classes, the language, the way to the site's root. */
export const html: HTMLElement = document.documentElement;

/** The address of a file of the site, relative to the page. It also holds from `file:`. */
export function atRoot(path: string): string {
  return (html.dataset['root'] ?? '') + path;
}
