import { jsonOf } from '@agent-conversation/contract';
import { element } from './dom.ts';

/** Objects and lists below the outermost one fold; those of a response are open down to this depth. */
const responseDepth = 2;

/** Makes the JSON on a page fold. Call it for each page. */
export function foldJson(): void {
  for (const code of document.querySelectorAll('[data-language="json"] code')) {
    const text = code.textContent;
    const value = jsonOf(text);
    // What is written in another way stays as it is.
    if (text !== JSON.stringify(value, null, 2)) continue;
    const tree = jsonTree(value, Infinity);
    code.replaceChildren(tree);
  }
}

/**
 * Returns a JSON value as colored code whose inner objects and lists fold. Its text is indented by two spaces.
 *
 * @param openDepth the depth down to which they are open
 */
export function jsonTree(value: unknown, openDepth = responseDepth): Node {
  const tree = document.createDocumentFragment();
  const parents: ParentNode[] = [tree];
  const text = JSON.stringify(value, null, 2);
  for (const line of text.split('\n')) {
    const parent = parents.at(-1)!;
    const depth = line.search(/\S/) / 2;
    const isFoldable = depth > 0;
    if (isFoldable && /[[{]$/.test(line)) {
      const summary = element('summary', ...colored(line), '\n');
      const details = element('details', summary);
      details.open = depth <= openDepth;
      parent.append(details);
      parents.push(details);
      continue;
    }

    parent.append(...colored(line), '\n');
    if (isFoldable && /^ *[\]}]/.test(line)) {
      // A folded list shows how it ends.
      parent.querySelector('summary')!.dataset['end'] = line.trim();
      parents.pop();
    }
  }
  // The text ends without a line break, as it is copied.
  tree.lastChild!.remove();
  return tree;
}

/** A name, a colon, a value and a comma; each can be missing. */
const lineParts = /^( *"(?:\\.|[^"\\])*"(?=:))?(: )?(.*?)(,?)$/s;

/** Returns a line of JSON with a color for each of its parts. */
function colored(line: string): (Node | string)[] {
  const [, name = '', colon = '', value = '', comma = ''] =
    lineParts.exec(line)!;
  return [
    element('span', { class: 'hljs-attr' }, name),
    colon,
    element('span', { class: classOf(value.trimStart()) }, value),
    comma,
  ];
}

function classOf(value: string): string {
  if (value.startsWith('"')) return 'hljs-string';
  const isBracket = /^[[{\]}]/.test(value);
  return isBracket ? '' : 'hljs-number';
}
