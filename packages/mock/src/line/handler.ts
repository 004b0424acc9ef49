import { redactQuery } from '../control/secrets.ts';
import { keyHeader } from '../contract.ts';
import type { Exchange } from '../exchange.ts';
import type { Answer, Call } from '../http/message.ts';
import type { Clock } from '../state/clock.ts';
import { corsHeaders, isPreflight, preflight } from './cors.ts';
import { createGate } from './gate.ts';
import { pause } from './pause.ts';
import { errorBody, json } from './refusal.ts';
import { createTrace, type Trace } from './trace.ts';

/** Responds to a request, and notes on the trace what the log reports. */
export type Line = (call: Call, trace: Trace) => Promise<Answer>;

/** Responds to a request. */
export type Handler = (call: Call) => Promise<Answer>;

/** Options of a handler. */
export interface Surroundings {
  readonly clock: Clock;
  /** Delay of each response, in milliseconds. */
  readonly latency: number;
  /** The API key of requests without one. */
  readonly defaultKey: string | undefined;
  /** Names of hosts, in addition to those of this machine, under which the mock can be called. */
  readonly allowHosts: readonly string[];
  /** Origins, in addition to those of this machine, whose pages can call the mock; undefined for every origin. */
  readonly allowOrigins: readonly string[] | undefined;
  /** The control surface: responds to requests that are meant for it, and to no others. */
  readonly control: ((call: Call) => Promise<Answer | undefined>) | undefined;
  /** Called with each request that is not for the control surface, and its response. */
  readonly record:
    ((call: Call, body: string, answer: Answer, exchange: Exchange) => void) | undefined;
  readonly onExchange: ((exchange: Exchange) => void) | undefined;
}

/**
 * Adds to the line what applies to every request: allowed hosts and origins, the control surface, the default key,
 * the date, and the log.
 */
export function createHandler(
  line: Line,
  {
    clock,
    latency,
    defaultKey,
    allowHosts,
    allowOrigins,
    control,
    record,
    onExchange,
  }: Surroundings,
): Handler {
  const gate = createGate(allowHosts, allowOrigins);
  return async (call) => {
    const problem = gate(call);
    if (control && problem === undefined) {
      const controlled = await control(call);
      if (controlled) return controlled;
    }

    const start = performance.now();
    const trace = createTrace();
    let body: Uint8Array = new Uint8Array();
    let heard =
      defaultKey === undefined || call.header(keyHeader) ? call : withKey(call, defaultKey);
    if (record) {
      const sent = heard;
      heard = { ...sent, read: async (limit: number) => (body = await sent.read(limit)) };
    }
    if (latency > 0) await pause(latency, call.signal);
    let inner: Answer;
    if (problem !== undefined) inner = json(403, errorBody(call.path, problem));
    else inner = isPreflight(call) ? preflight(call) : await guard(line, heard, trace);
    // A page whose origin is not allowed cannot read the response.
    const headers = {
      ...inner.headers,
      ...corsHeaders(problem === undefined ? call.header('origin') : undefined),
    };
    if (clock.kind !== 'real') {
      headers['Date'] = new Date(trace.account?.now ?? clock.now(0)).toUTCString();
    }
    const answer = { ...inner, headers };

    if (onExchange || record) {
      const { method, path, query } = call;
      const { operation, findings, fault } = trace;
      const duration = performance.now() - start;
      const exchange = {
        time: new Date().toISOString(),
        method,
        path,
        query: redactQuery(query),
        operation,
        status: answer.status,
        duration,
        reason: answer.status >= 400 ? reasonOf(answer, findings.length > 0) : undefined,
        findings,
        fault,
      };
      record?.(heard, new TextDecoder().decode(body), answer, exchange);
      onExchange?.(exchange);
    }
    return answer;
  };
}

function withKey(call: Call, key: string): Call {
  return {
    ...call,
    header: (name) => (name === keyHeader ? key : call.header(name)),
    headers: () => [...call.headers(), [keyHeader, key]],
  };
}

/** Responds with 500 to an error of the mock itself, and goes on. */
async function guard(line: Line, call: Call, trace: Trace): Promise<Answer> {
  try {
    return await line(call, trace);
  } catch (error) {
    const { message } = error as Error;
    return json(500, errorBody(call.path, `The mock failed: ${message}`));
  }
}

/** How long the reason of an error response is in the log, in characters. */
const reasonLimit = 200;

/** Returns what an error response says. The violations of a 422 are reported as findings. */
function reasonOf({ status, body }: Answer, hasFindings: boolean): string | undefined {
  if (status === 422 && hasFindings) return undefined;
  try {
    const value = JSON.parse(body) as unknown;
    const { detail, error, message } = Object(value) as Readonly<Record<string, unknown>>;
    const [first] = Array.isArray(detail) ? (detail as readonly unknown[]) : [];
    const text = [value, detail, error, message, (Object(first) as { msg?: unknown }).msg].find(
      (it) => typeof it === 'string',
    );
    return text?.slice(0, reasonLimit);
  } catch {
    return undefined;
  }
}
