/** References that packages have as Markdown, with the ids and directives of the site. */
import { slug } from 'github-slugger';
import { blocks } from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';

const sectionStart = /^(?=###? )/m;
const title = /^## (.*)/;
const titleOfName = /^### `(.+)`\n/;
const property = /^- `[^`]*`(?: _|, |$)/m;
const linkToSection = /(?<=\]\(#)\w+(?=\))/g;

/**
 * Returns the sections of a reference.
 *
 * A section whose title is code has it as its id, which links lead to. The properties of a section, a list of names at
 * its end, become a container, whose id theirs begin with.
 */
export function referenceSections(reference: string): string {
  const [, ...sections] = reference.split(sectionStart);
  /** The ids of sections by those that GitHub gives them. */
  const ids = new Map<string, string>();
  let group = '';
  const contents = sections.map((section) => {
    const name = titleOfName.exec(section)?.[1];
    if (name === undefined) {
      const heading = title.exec(section)?.[1];
      if (heading !== undefined) group = slug(heading);
      return withProperties(section, group);
    }
    const former = slug(name);
    // Two entries of a package may export the same name; links lead to the first.
    const id = ids.has(former) ? `${name}-2` : name;
    if (id === name) ids.set(former, id);
    return container('section', { id }, withProperties(section, id));
  });
  const text = blocks(...contents);
  return text.replaceAll(linkToSection, (former) => ids.get(former) ?? former);
}

function withProperties(section: string, id: string): string {
  const start = section.search(property);
  if (start === -1) return section;
  const text = section.slice(0, start);
  const properties = section.slice(start);
  const list = container('properties', { id }, properties);
  return blocks(text, list);
}
