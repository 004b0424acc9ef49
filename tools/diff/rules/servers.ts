import { beforeAndAfter, type Comparer, compareMembers, tell } from '../compare/comparer.ts';
import { told } from '../compare/words.ts';
import { member, type Json } from '../model/json.ts';
import { isSameElement, pairElements } from './listed.ts';
import { description, text } from './texts.ts';

/** The servers of the document, a path or an operation. */
export const servers: Comparer = (pair, _element, context) => {
  const listed = pairElements(pair, [isSameElement, isSameUrl, () => true]);
  for (const server of listed.both) {
    compareMembers(server, { url: changed, variables, description, name: text('name') }, context);
  }
  for (const it of listed.added) tell(context, 'server-added', it);
  for (const it of listed.removed) tell(context, 'server-removed', it);
  if (listed.isReordered) tell(context, 'order-changed', pair);
};

function isSameUrl(released: Json, current: Json): boolean {
  return member(released, 'url') === member(current, 'url');
}

const changed: Comparer = (pair, element, context) => {
  tell(context, 'server-changed', element, beforeAndAfter(pair), pair);
};

/** What its address is made of: another one leads elsewhere. */
const variables: Comparer = (pair, element, context) => {
  const { released, current } = pair;
  for (const name of new Set([...namesOf(released.value), ...namesOf(current.value)])) {
    const variable = {
      released: { pointer: `${released.pointer}/${name}`, value: member(released.value, name) },
      current: { pointer: `${current.pointer}/${name}`, value: member(current.value, name) },
    };
    const isBoth = variable.released.value !== undefined && variable.current.value !== undefined;
    if (isBoth) compareMembers(variable, { description, default: part, enum: part }, context);
    else {
      const values = {
        before: words(variable.released.value),
        after: words(variable.current.value),
      };
      tell(context, 'server-changed', element, values, variable);
    }

    function words(value: Json | undefined): string {
      return value === undefined ? `without \`{${name}}\`` : `with \`{${name}}\``;
    }
  }
};

const part: Comparer = (pair, element, context) => {
  const name = element.current.pointer.slice(element.current.pointer.lastIndexOf('/') + 1);
  const values = {
    before: `made with \`{${name}}\` ${told(pair.released.value)}`,
    after: `made with \`{${name}}\` ${told(pair.current.value)}`,
  };
  tell(context, 'server-changed', element, values, pair);
};

function namesOf(value: Json | undefined): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}
