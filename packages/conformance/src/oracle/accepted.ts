import { type Breach, isUnlisted } from './breach.ts';
import { mostBinding } from './rule.ts';

/**
 * That a request which breaks the contract was carried out all the same: once for a key that is missing,
 * and once for all else, by what binds most.
 *
 * @param asked what is wrong with the request
 */
export function acceptedBreaches(asked: readonly Breach[], status: number): Breach[] {
  if (status < 200 || status > 299) return [];
  const wrong = asked.filter((breach) => !isUnlisted(breach));
  const faults = wrong.filter(({ part }) => part !== 'security');
  const rule = mostBinding(faults.map((fault) => fault.rule));
  const fault = faults.find((it) => it.rule === rule);
  return [
    ...wrong
      .filter(({ part }) => part === 'security')
      .map((breach) => accepted(breach, 'security', breach.pointer)),
    ...(fault ? [accepted(fault, 'status', '')] : []),
  ];
}

function accepted(fault: Breach, part: 'security' | 'status', pointer: string): Breach {
  const message = `must be a refusal: ${placeOf(fault)} of the request ${fault.message}`;
  return { side: 'answer', part, pointer, keyword: 'accepted', message, rule: fault.rule };
}

/** Where a request is wrong, in words. */
function placeOf({ part, pointer }: Breach): string {
  if (part === 'security') return 'the key';
  return pointer === '' ? `the ${part}` : `${pointer} in the ${part}`;
}
