import { lifecycleRule } from '../../oracle/rule.ts';
import { CheckOver } from '../check.ts';
import type { Examination } from '../examination.ts';
import { lifecycleOf, reachable } from '../lifecycle.ts';
import { waitFor } from './sandbox.ts';

/** A step of a sandbox from one state to another. */
interface Step {
  readonly from: string;
  readonly to: string;
  /** Undefined where it is only a matter of time. */
  readonly operation: string | undefined;
}

/**
 * Waits until a step has led where it should, or further, as time may go on.
 *
 * @returns the state that was seen then
 * @throws {CheckOver} when it does not; that was told
 */
export async function arrive(examination: Examination, id: string, step: Step): Promise<string> {
  const { from, to, operation } = step;
  const name = 'SandboxStatus';
  const after = reachable(lifecycleOf(name), to, () => false);
  const last = await waitFor(examination, id, (status) => after.has(status));
  if (last !== undefined && after.has(last)) return last;
  const how = operation === undefined ? 'by itself' : `by ${operation}`;
  const seconds = examination.session.settings.wait / 1000;
  const message = `must become ${to} from ${from} ${how}, and was ${last ?? 'gone'} after ${seconds} s`;
  const place = { part: 'body', pointer: '/items', keyword: 'lifecycle' } as const;
  examination.report(lifecycleRule(name), { ...place, message });
  throw new CheckOver();
}
