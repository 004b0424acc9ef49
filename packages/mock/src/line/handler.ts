import type { Exchange } from '../exchange.ts';
import type { Answer, Call } from '../http/message.ts';
import type { Clock } from '../state/clock.ts';
import { corsHeaders, isPreflight, preflight } from './cors.ts';
import { pause } from './pause.ts';
import { errorBody, json } from './refusal.ts';
import { createTrace, type Trace } from './trace.ts';

/** Answers a request, and notes on the trace what there is to tell of it. */
export type Line = (call: Call, trace: Trace) => Promise<Answer>;

/** Answers a request. */
export type Handler = (call: Call) => Promise<Answer>;

/** What stands around the line. */
export interface Surroundings {
  readonly clock: Clock;
  /** How late each answer is, in milliseconds. */
  readonly latency: number;
  /** The control surface: answers what is meant for it, and nothing else. */
  readonly control: ((call: Call) => Promise<Answer | undefined>) | undefined;
  /** Called with each request that is not for the control surface, and its answer. */
  readonly record:
    ((call: Call, body: string, answer: Answer, exchange: Exchange) => void) | undefined;
  readonly onExchange: ((exchange: Exchange) => void) | undefined;
}

/**
 * Puts around the line what every request meets: the control surface, cross-origin rules, the date, and
 * the log.
 */
export function createHandler(
  line: Line,
  { clock, latency, control, record, onExchange }: Surroundings,
): Handler {
  return async (call) => {
    if (control) {
      const controlled = await control(call);
      if (controlled) return controlled;
    }

    const start = performance.now();
    const trace = createTrace();
    let body: Uint8Array = new Uint8Array();
    const heard = record
      ? { ...call, read: async (limit: number) => (body = await call.read(limit)) }
      : call;
    if (latency > 0) await pause(latency, call.signal);
    const inner = isPreflight(call) ? preflight(call) : await guard(line, heard, trace);
    const headers = { ...inner.headers, ...corsHeaders(call.header('origin')) };
    if (clock.kind !== 'real') {
      headers['Date'] = new Date(trace.account?.now ?? clock.now(0)).toUTCString();
    }
    const answer = { ...inner, headers };

    if (onExchange || record) {
      const { method, path } = call;
      const { operation, findings, fault } = trace;
      const duration = performance.now() - start;
      const exchange = {
        method,
        path,
        operation,
        status: answer.status,
        duration,
        findings,
        fault,
      };
      record?.(call, new TextDecoder().decode(body), answer, exchange);
      onExchange?.(exchange);
    }
    return answer;
  };
}

/** A fault of the mock itself is told, and does not end it. */
async function guard(line: Line, call: Call, trace: Trace): Promise<Answer> {
  try {
    return await line(call, trace);
  } catch (error) {
    const { message } = error as Error;
    return json(500, errorBody(call.path, `The mock failed: ${message}`));
  }
}
