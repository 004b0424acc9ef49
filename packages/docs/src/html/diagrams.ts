import { renderMermaidSVG } from 'beautiful-mermaid';
import type { Element } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { select, selectAll } from 'hast-util-select';
import { h } from 'hastscript';
import { BuildError } from '../build-error.ts';

/** Draws a Mermaid diagram, named by its `accTitle`, in the colors of the site. @throws {BuildError} */
export function diagram(text: string): Element {
  const [kind = ''] = text.split('\n');
  const title = /^\s*accTitle: (.+)$/m.exec(text)?.[1] ?? 'Diagram';
  const source = text.replaceAll(/^\s*acc(Title|Descr): .*\n/gm, '');
  let image: string;
  try {
    image = renderMermaidSVG(source, { padding: 12 });
  } catch (error) {
    throw new BuildError(`The diagram "${title}" cannot be drawn: ${(error as Error).message}`);
  }
  const svg = select('svg', fromHtml(image, { fragment: true }))!;
  // Styles in a document are against its policy, and ids must be unique in it.
  svg.children = svg.children.filter((it) => !('tagName' in it && it.tagName === 'style'));
  const id = `${kind.trim()}-${title}`.replaceAll(/\W+/g, '-');
  for (const element of [svg, ...selectAll('*', svg)]) {
    const { properties } = element;
    delete properties['style'];
    for (const [name, value] of Object.entries(properties)) {
      if (name === 'id') properties[name] = `${id}-${String(value)}`;
      else if (name.startsWith('data')) delete properties[name];
      else if (typeof value === 'string')
        properties[name] = value.replace(/^url\(#/, `url(#${id}-`);
    }
  }
  Object.assign(svg.properties, { role: 'img', ariaLabel: title });
  return h('figure.diagram', { tabIndex: 0 }, [svg]);
}
