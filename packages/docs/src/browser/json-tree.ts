import { jsonOf } from '@agent-conversation/contract';
import { element } from './dom.ts';

/** Objects and lists below the outermost one fold; those of a response are open down to this depth. */
const responseDepth = 2;

/** Makes the JSON on a page fold. Call it for each page. */
export function foldJson(): void {
  for (const code of document.querySelectorAll('[data-language="json"] code')) {
    const value = jsonOf(code.textContent);
    // What is written in another way stays as it is.
    const isSame = code.textContent === JSON.stringify(value, null, 2);
    if (isSame) code.replaceChildren(jsonTree(value, Infinity));
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
  for (const line of JSON.stringify(value, null, 2).split('\n')) {
    const depth = line.search(/\S/) / 2;
    const isFoldable = depth > 0;
    const parent = parents.at(-1)!;
    if (isFoldable && /[[{]$/.test(line)) {
      const summary = element('summary', {}, ...colored(line), '\n');
      const details = element('details', {}, summary);
      details.open = depth <= openDepth;
      parent.append(details);
      parents.push(details);
      continue;
    }
    parent.append(...colored(line), '\n');
    const isEnd = isFoldable && /^ *[\]}]/.test(line);
    if (!isEnd) continue;
    // A folded list shows how it ends.
    parent.querySelector('summary')!.dataset['end'] = line.trim();
    parents.pop();
  }
  // The text ends without a line break, as it is copied.
  tree.lastChild!.remove();
  return tree;
}

/** Returns a line of JSON with a color for each of its parts. */
function colored(line: string): (Node | string)[] {
  const parts = /^( *"(?:\\.|[^"\\])*"(?=:))?(: )?(.*?)(,?)$/s.exec(line)!;
  const [, name = '', colon = '', value = '', comma = ''] = parts;
  return [
    element('span', { class: 'hljs-attr' }, name),
    colon,
    element('span', { class: classOf(value.trimStart()) }, value),
    comma,
  ];
}

function classOf(value: string): string {
  if (value.startsWith('"')) return 'hljs-string';
  return /^[[{\]}]/.test(value) ? '' : 'hljs-number';
}
