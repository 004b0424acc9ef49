import type { Exchange } from '../../src/oracle/exchange.ts';
import { secretMembers } from '../../statements/decided.ts';

const names = new Set(secretMembers.map((it) => it.slice(it.indexOf('.') + 1)));

/** What is shorter may stand in a report for another reason. */
const shortest = 8;

/** The values of secret members in the bodies of requests or of answers. */
export function secretsSent(exchanges: readonly Exchange[], side: keyof Exchange): Set<string> {
  const found = exchanges.flatMap((exchange) => {
    const { body } = exchange[side];
    try {
      return inside(JSON.parse(body ?? ''), false);
    } catch {
      return [];
    }
  });
  return new Set(found.filter((value) => value.length >= shortest));
}

function inside(value: unknown, isSecret: boolean): string[] {
  if (typeof value === 'string') return isSecret ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    inside(member, isSecret || names.has(name)),
  );
}
