import type { Change } from '../model/change.ts';
import { isWithin } from './contract/is-within.ts';

/**
 * Merges what the compiler has seen into what the comparison has: programs that break at an element, or by a part
 * of it, are explained by a change there that is breaking anyway. That change breaks `source`, too, and has been
 * seen by the compiler; nothing else of it is different. The rest stands for itself.
 *
 * @param changes what the comparison of the contracts has found
 * @param source what the compiler of the consumer programs has found
 * @returns the changes, in their order, then what they do not explain
 */
export function mergeSource(
  changes: readonly Change[],
  source: readonly Change[],
): readonly Change[] {
  const explained = new Map<Change, Change>();
  const alone = source.filter((it) => {
    const reason = reasonOf(it, changes);
    if (reason) explained.set(reason, withSource(reason));
    return !reason;
  });
  return [...changes.map((it) => explained.get(it) ?? it), ...alone];
}

/** The breaking change at the same element, or else the first in it. */
function reasonOf({ pointer }: Change, changes: readonly Change[]): Change | undefined {
  const breaking = changes.filter(({ effect }) => effect === 'breaking');
  return (
    breaking.find((it) => it.pointer === pointer) ??
    breaking.find((it) => isWithin(it.pointer, pointer))
  );
}

function withSource(change: Change): Change {
  return {
    ...change,
    breaks: [...new Set([...change.breaks, 'source' as const])],
    seenBy: [...new Set([...change.seenBy, 'compiler' as const])],
  };
}
