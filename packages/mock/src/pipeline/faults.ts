/** Faults: responses and connections that fail on purpose. */
import { isObject } from '@agent-conversation/contract';
import { delay } from '../body.ts';
import { checkProperties, choiceOf, durationProblem } from '../checks.ts';
import { exampleOf, operationsById } from '../contract.ts';
import { errorBody, json } from '../response.ts';
import type { Breakage, Call, Fault, FaultyRequest, MockResponse } from '../types.ts';
import { violationsIn } from '../validate.ts';

/** The properties of a fault, each with what can be wrong with it. */
const properties = {
  operation: choiceOf(Object.keys(operationsById)),
  key: (value: unknown) => typeof value !== 'string' && 'is a text',
  when: (value: unknown) => typeof value !== 'function' && 'is a function',
  times: (value: number) =>
    ((value !== Infinity && !Number.isInteger(value)) || value < 1) && `is 1 or more, not ${value}`,
  delayInMs: durationProblem,
  status: (value: number) =>
    (!Number.isInteger(value) || value < 200 || value > 599) && `is 200 to 599, not ${value}`,
  body: bodyProblem,
  headers: headersProblem,
  break: choiceOf(['reset', 'truncated', 'malformed'] satisfies Breakage[]),
};

/**
 * Checks a fault, and returns it.
 *
 * @throws {TypeError} naming the property that is wrong
 */
export function checkFault(given: unknown): Fault {
  if (!isObject(given)) throw new TypeError('A fault is an object');
  const fault = given as Fault;
  checkProperties(fault, properties, 'A fault has no property');
  const { status, delayInMs, break: breakage } = fault;
  if ([status, delayInMs, breakage].every((it) => it === undefined)) {
    throw new TypeError('A fault needs a status, a delayInMs or a break');
  }
  return fault;
}

function headersProblem(headers: unknown, { status }: Fault): string | undefined {
  if (status === undefined) return 'need a status';
  if (!isObject(headers)) return 'are names with values';
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string') return `cannot have '${name}' with a value that is no text`;
    try {
      // What it rejects, no server can send.
      new Headers().set(name, value);
    } catch {
      return `cannot have '${name}' with this value`;
    }
  }
  return undefined;
}

function bodyProblem(body: unknown, { status, operation: id }: Fault): string | undefined {
  if (status === undefined) return 'needs a status';
  if (!id || !operationsById[id]?.statuses.includes(status)) return undefined;
  const [first] = violationsIn(id, { status, body });
  return first && `breaks ${id} ${status} at ${first.pointer || 'its root'}: ${first.message}`;
}

export type Faults = ReturnType<typeof createFaults>;

/** Returns the faults that wait for requests. */
export function createFaults(initial: readonly Fault[] = []) {
  /** Each with the number of requests that it still applies to, unless it applies to all. */
  const waiting = new Set<Fault & { times?: number }>();

  /** Adds a fault, and returns a function that removes it. */
  function add(given: Fault): () => void {
    const { times = Infinity, ...rest } = checkFault(given);
    const fault = { ...rest, ...(times < Infinity && { times }) };
    waiting.add(fault);
    return () => void waiting.delete(fault);
  }

  /** Removes all but the initial ones, which apply as often as at the start. */
  function reset(): void {
    waiting.clear();
    for (const fault of initial) add(fault);
  }

  /** Returns the first fault that applies to a request, and counts it. */
  function next(request: FaultyRequest): Fault | undefined {
    const hit = [...waiting].find(
      ({ operation = request.operation, key = request.key, when }) =>
        operation === request.operation && key === request.key && (!when || when(request)),
    );
    if (hit?.times !== undefined) {
      hit.times -= 1;
      if (hit.times === 0) waiting.delete(hit);
    }
    return hit;
  }

  reset();
  return { waiting, add, reset, next };
}

/** Responds as a fault says: with its own status, or with the response of the handler, late or broken. */
export async function applyFault(
  { status, delayInMs, break: breakage, body, headers }: Fault,
  call: Call,
  unauthorizedBody: unknown,
  respond: () => Promise<MockResponse>,
): Promise<MockResponse> {
  const { path, signal } = call.request;
  if (delayInMs) await delay(delayInMs, signal);
  call.fault = breakage ?? (status === undefined ? `delay ${delayInMs} ms` : `status ${status}`);
  if (breakage === 'reset') return { status: 0, headers: {}, body: '', broken: 'reset' };

  let response: MockResponse;
  const sent = headers ?? (status === 429 ? { 'Retry-After': '1' } : {});
  if (status === undefined) {
    response = await respond();
  } else if ([204, 205, 304].includes(status)) {
    response = { status, headers: sent, body: '' };
  } else {
    const example = status === 401 ? unauthorizedBody : exampleOf(call.operation!.id, status);
    const usual = example ?? errorBody(path, 'This fault was requested');
    response = json(status, body === undefined ? usual : body, sent);
  }
  if (breakage === 'truncated') return { ...response, broken: 'truncated' };
  if (breakage === 'malformed') return { ...response, body: response.body.slice(0, -1) };
  return response;
}
