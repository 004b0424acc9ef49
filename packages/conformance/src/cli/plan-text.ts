import { contract } from '../contract.ts';
import type { Plan } from '../checker/plan.ts';
import { count, time } from '../reports/words.ts';
import { wrap } from '../reports/wrap.ts';

/** A plan, to be read before anything is sent. */
export function planText({ settings, checks, leftOut }: Plan): string {
  const { baseUrl, seed, rate, budget, strict } = settings;
  const isWriting = checks.some(({ writes }) => writes);
  const operations = [...Map.groupBy(checks, ({ operation }) => operation)].flatMap(
    ([name, own]) => {
      const kinds = own.map(({ id }) => id.slice(id.indexOf('.') + 1)).join(', ');
      return wrap(`${name} (${own[0]!.generation.toUpperCase()}): ${kinds}`, 100, '  ', '    ');
    },
  );
  return [
    `${baseUrl} is held against version ${contract.info.version} of the contract${strict ? ', strictly' : ''}.`,
    `${count(checks.length, 'check')}, ${isWriting ? 'which also start and change things on the server' : 'which only read'}:`,
    ...operations,
    ...(leftOut.length > 0 ? [`Left out without --write: ${count(leftOut.length, 'check')}.`] : []),
    `At most ${count(budget.requests, 'request')} in ${time(budget.milliseconds)}, ${rate} a second. Seed ${seed}.`,
    '',
    '',
  ].join('\n');
}
