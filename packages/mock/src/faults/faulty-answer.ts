import type { OperationId } from '@agent-conversation/validators';
import { exampleOf } from '../contract.ts';
import type { Answer } from '../http/message.ts';
import { errorBody, json } from '../line/refusal.ts';
import type { Fault } from './fault.ts';

/** Returns the response of a fault with a status, instead of that of the operation. */
export function faultyAnswer(id: OperationId, path: string, fault: Fault): Answer {
  const { status = 500, body, headers = status === 429 ? { 'Retry-After': '1' } : {} } = fault;
  if ([204, 205, 304].includes(status)) return { status, headers, body: '' };
  const shown = exampleOf(id, status) ?? errorBody(path, 'This fault was asked for');
  return json(status, body === undefined ? shown : body, headers);
}

/** An answer as a fault leaves it. */
export function breakOff(whole: Answer, fault: Fault | undefined): Answer {
  if (fault?.break === 'truncated') return { ...whole, broken: 'truncated' };
  if (fault?.break === 'malformed') return { ...whole, body: whole.body.slice(0, -1) };
  return whole;
}

/** A fault in a word, for the log. */
export function nameOf({ status, break: breakage, delay }: Fault): string {
  return breakage ?? (status === undefined ? `delay ${delay} ms` : `status ${status}`);
}
