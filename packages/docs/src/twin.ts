/** The Markdown of a page as people and models read it: without the lines of containers. */

/**
 * Returns the twin of a page: its Markdown without the lines of containers, and without `expansion`s. What these repeat
 * is linked.
 */
export function twinOf(markdown: string): string {
  return withoutContainers(markdown, (name) => name === 'expansion');
}

/** What brief twins leave out: folded parts, and `more`, which other pages have as well or which only illustrates. */
const extras = new Set(['expansion', 'details', 'more']);

/** Returns a brief twin, for a file with all pages: it has the first of tabs, and of links in the site the text. */
export function briefTwinOf(markdown: string): string {
  let tabs = 0;
  const brief = withoutContainers(markdown, (name) => {
    if (name === 'tabs') tabs = 0;
    if (name === 'tab') tabs += 1;
    const isOtherTab = name === 'tab' && tabs > 1;
    return isOtherTab || extras.has(name);
  });
  const parts = brief.split(/(^```[^]*?^```$)/m);
  const texts = parts.map((part) => {
    const isCode = part.startsWith('```');
    return isCode ? part : part.replaceAll(/\[([^\]]*)\]\((?!\w+:)[^)]*\)/g, '$1');
  });
  return texts.join('');
}

/** @param isOmitted called with the name of each container, and not with those in a container that is omitted */
function withoutContainers(markdown: string, isOmitted: (name: string) => boolean): string {
  const lines: string[] = [];
  /** What ends the block of code, or the container that is omitted. */
  let codeEnd = '';
  let omittedEnd = '';

  const add = (line: string) => {
    const isSecondBlank = line.trim() === '' && codeEnd === '' && lines.at(-1)?.trim() === '';
    if (!isSecondBlank && omittedEnd === '') lines.push(line);
  };

  for (const line of markdown.split('\n')) {
    const text = line.trim();
    const [, ticks = ''] = /^(?:(?:[-*+]|\d+[.)]|\[\^\S+\]:) +)*(`{3,})/.exec(text) ?? [];
    const [, colons = '', name = '', label] = /^(:{3,})(\w*)(?:\[(.*)\])?/.exec(text) ?? [];
    if (codeEnd !== '') {
      add(line);
      if (text === codeEnd) codeEnd = '';
    } else if (colons === '') {
      add(line);
      codeEnd = ticks;
    } else if (omittedEnd !== '') {
      if (text === omittedEnd) omittedEnd = '';
    } else {
      const isLeftOut = isOmitted(name);
      // What has an address is named even if it is left out.
      const isNamed = isLeftOut ? text.includes('{id=') : name === 'details' || name === 'tab';
      const indentation = line.slice(0, line.indexOf(':'));
      add(label !== undefined && isNamed ? `${indentation}**${label}**` : '');
      if (isLeftOut) omittedEnd = colons;
    }
  }
  return `${lines.join('\n').trim()}\n`;
}
