/** The content of a page: Markdown, from which both the `.md` file and the HTML are made. */
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { renderMarkdown } from './html/render.ts';
import { blocks, list } from './markdown-text.ts';

/** Markdown, an element that HTML alone has, or content to which HTML gives a shape. */
export type Content = string | Element | Shaped;

export interface Shaped {
  readonly contents: readonly Content[];
  /** Makes the HTML of the rendered contents. */
  readonly shape: (rendered: ElementContent[]) => ElementContent[];
  /** An item of a list. */
  readonly isItem?: boolean;
}

/** Puts contents into an element. @param selector such as `section.response` */
export function within(
  selector: string,
  properties: Readonly<Record<string, string>>,
  ...contents: readonly Content[]
): Shaped {
  return { contents, shape: (rendered) => [h(selector, properties, rendered)] };
}

/** An item of a list. */
export function item(id: string, ...contents: readonly Content[]): Shaped {
  return { ...within('li', { id }, ...contents), isItem: true };
}

/** Contents that HTML shows when a reader unfolds them. */
export function folded(
  title: string,
  properties: Readonly<Record<string, string>>,
  ...contents: readonly Content[]
): Shaped {
  return within('details', properties, h('summary', title), ...contents);
}

/** A heading with an id of its own; others are named after their text. @param target what its link leads to */
export function heading(level: number, text: string, id: string, target = id): Shaped {
  const shape = (rendered: ElementContent[]) => {
    const [element] = rendered as [Element];
    const anchor = element.children.at(-1) as Element;
    anchor.properties['href'] = `#${target}`;
    element.properties['id'] = id;
    return rendered;
  };
  return { contents: [`${'#'.repeat(level)} ${text}`], shape };
}

/** A section with a heading. */
export function section(
  level: number,
  title: string,
  id: string,
  ...contents: readonly Content[]
): Shaped {
  const label = `${id}-heading`;
  const properties = { id, ariaLabelledBy: label };
  return within('section', properties, heading(level, title, label, id), ...contents);
}

/** Returns the Markdown of contents. */
export function markdownOf(contents: readonly Content[]): string {
  const parts = contents.map((content) => {
    if (typeof content === 'string') return content;
    if (!('shape' in content)) return '';
    const text = markdownOf(content.contents);
    return content.isItem ? list([text]) : text;
  });
  return blocks(...parts);
}

/** Returns the HTML of contents. */
export function htmlOf(contents: readonly Content[]): ElementContent[] {
  return contents.flatMap((content) => {
    if (typeof content === 'string') return renderMarkdown(content);
    return 'shape' in content ? content.shape(htmlOf(content.contents)) : [content];
  });
}
