import type { Breach } from '../oracle/breach.ts';
import type { RecordedExchange } from './run.ts';

/**
 * That an answer was kept from before, when states change from one moment to the next: a cache says how long
 * it was there (RFC 9111, section 5.1).
 */
export function staleness({
  answer,
}: RecordedExchange): Pick<Breach, 'part' | 'pointer' | 'keyword' | 'message'>[] {
  if (!(Number(answer.headers.get('age')) > 0)) return [];
  const message = 'must not be there, as an answer is not to be kept for others';
  return [{ part: 'header', pointer: '/age', keyword: 'stale', message }];
}
