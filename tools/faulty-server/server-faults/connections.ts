import type { Manner, Passing, ServerFault, Struck } from './fault.ts';

/** Answers are late. */
export function latency(milliseconds: number): ServerFault {
  return fault('F1', `answers are ${milliseconds} ms late`, { kind: 'late', milliseconds });
}

/** Answers come one byte at a time. */
export function drip(milliseconds: number): ServerFault {
  const title = `a byte of the body every ${milliseconds} ms`;
  return fault('drip', title, { kind: 'drip', milliseconds });
}

/** The faults of the connection over which an answer comes. */
export const connectionFaults: readonly ServerFault[] = [
  latency(60_000),
  fault('F3', 'connections are reset', { kind: 'reset' }),
  fault('F4', 'a chunked body is cut off', { kind: 'cut', chunked: true }),
  fault('cut', 'a body of a known length is cut off', { kind: 'cut', chunked: false }),
  fault('E42', 'no answer ever comes', { kind: 'silence' }),
  fault('stall', 'half of the body comes, and then nothing', { kind: 'stall' }),
  fault('endless', 'the body never ends', { kind: 'endless' }),
  drip(100),
  fault('short', 'Content-Length is too small', { kind: 'short' }),
  fault('twice', 'Content-Type stands there twice', {
    kind: 'twice',
    name: 'Content-Type',
    value: 'text/html',
  }),
  fault('not-http', 'what listens there does not speak HTTP', {
    kind: 'raw',
    text: 'SSH-2.0-OpenSSH_9.6\r\n',
  }),
];

function fault(id: string, title: string, manner: Manner): ServerFault {
  const answer = (passing: Passing): Struck => ({ ...passing.answer, manner });
  return { id, title, begin: () => ({ answer }) };
}
