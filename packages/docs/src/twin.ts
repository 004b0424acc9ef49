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
    return isCode
      ? part
      : part.replaceAll(/\[([^\]]*)\]\((?!\w+:)[^)]*\)/g, '$1');
  });
  return texts.join('');
}

const { raw } = String;
/** A block of code, which may begin in the line of a list or a footnote. */
const codeBlock = raw`^(?: |[-*+] |\d+[.)] |\[\^\S+\]: )*(?<ticks>${'`'}{3,})[^]*?^ *\k<ticks>$`;
/** The last line of a container has the indentation and the colons of the first. */
const containerStart = raw`^(?<indentation> *)(?<colons>:{3,})(?<name>\w*)(?:\[(?<label>.*)\])?`;
const containerRest = raw`(?<attributes>.*)\n+(?<content>[^]*?)\n*^\k<indentation>\k<colons>$(?<end>\n*)`;
const block = new RegExp(
  `${codeBlock}|${containerStart}${containerRest}`,
  'gm',
);

type BlockParts = Readonly<Record<string, string | undefined>>;

/** @param isOmitted called with the name of each container, and not with those in a container that is omitted */
function withoutContainers(
  markdown: string,
  isOmitted: (name: string) => boolean,
): string {
  const replace = (text: string, ...others: unknown[]): string => {
    const {
      ticks,
      indentation,
      name = '',
      label,
      attributes = '',
      content = '',
      end,
    } = others.at(-1) as BlockParts;
    if (ticks !== undefined) return text;
    const isLeftOut = isOmitted(name);
    // What has an address is named even if it is left out.
    const isNamed = isLeftOut
      ? attributes.startsWith('{id=')
      : /^(details|tab)$/.test(name);
    const isTitled = label !== undefined && isNamed;
    const title = isTitled ? `${indentation}**${label}**\n\n` : '';
    const kept = isLeftOut ? '' : content.replaceAll(block, replace);
    const shown = `${title}${kept}`.trimEnd();
    return shown === '' ? '' : shown + end;
  };
  return `${markdown.replaceAll(block, replace).trim()}\n`;
}
