import type { LinkTo } from '../machines/links.ts';
import { code, link } from '../machines/markdown-text.ts';

/** Words as in a sentence: the last one is joined by "and". */
export function enumerate(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}

/** An operation by its id, as a link. */
export function operationLink(operationId: string, linkTo: LinkTo): string {
  return link(code(operationId), linkTo('operation', operationId));
}
