/** Faults: responses and connections that fail on purpose. */
import { isObject } from '@agent-conversation/contract';
import { delay } from '../body.ts';
import { checkProperties, choiceOf, durationProblem } from '../checks.ts';
import { exampleOf, operationsById } from '../contract.ts';
import { errorBody, json } from '../response.ts';
import type {
  Breakage,
  Call,
  Fault,
  FaultyRequest,
  MockResponse,
} from '../types.ts';
import { violationsIn } from '../validate.ts';

/** The properties of a fault, each with what can be wrong with it. */
const properties = {
  operation: choiceOf(Object.keys(operationsById)),
  key: (value: unknown) => typeof value !== 'string' && 'is a text',
  when: (value: unknown) => typeof value !== 'function' && 'is a function',
  times: timesProblem,
  delayInMs: durationProblem,
  status: statusProblem,
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
  if (!hasResponse(fault) && fault.delayInMs === undefined) {
    throw new TypeError('A fault needs a status, a delayInMs or a break');
  }
  return fault;
}

function timesProblem(value: number): string | false {
  const isCount = value === Infinity || Number.isInteger(value);
  const isValid = isCount && value >= 1;
  return !isValid && `is 1 or more, not ${value}`;
}

function statusProblem(value: number): string | false {
  const isValid = Number.isInteger(value) && value >= 200 && value <= 599;
  return !isValid && `is 200 to 599, not ${value}`;
}

function headersProblem(
  headers: unknown,
  { status }: Fault,
): string | undefined {
  if (status === undefined) return 'need a status';
  if (!isObject(headers)) return 'are names with values';
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string')
      return `cannot have '${name}' with a value that is no text`;
    try {
      // What it rejects, no server can send.
      new Headers().set(name, value);
    } catch {
      return `cannot have '${name}' with this value`;
    }
  }
  return undefined;
}

function bodyProblem(
  body: unknown,
  { status, operation: id }: Fault,
): string | undefined {
  if (status === undefined) return 'needs a status';
  if (!id || !operationsById[id]?.statuses.includes(status)) return undefined;
  const [first] = violationsIn(id, { status, body });
  return (
    first &&
    `breaks ${id} ${status} at ${first.pointer || 'its root'}: ${first.message}`
  );
}

export type Faults = ReturnType<typeof createFaults>;

/** A fault that waits for requests, with the number of those that it still applies to, unless it applies to all. */
type WaitingFault = Fault & { times?: number };

/** The faults that apply to a request: they can be the same one. */
export interface AppliedFaults {
  /** Sets the delay. */
  readonly delaying: Fault | undefined;
  /** Sets the status, the body and how the response breaks. */
  readonly responding: Fault | undefined;
}

/** Returns the faults that wait for requests. */
export function createFaults(initial: readonly Fault[] = []) {
  /** Those from the start, in their order. */
  let started: WaitingFault[] = [];
  /** Those that were added later, the newest first. */
  let added: WaitingFault[] = [];

  function remove(fault: WaitingFault): void {
    started = started.filter((other) => other !== fault);
    added = added.filter((other) => other !== fault);
  }

  /** Adds a fault, and returns a function that removes it. */
  function add(fault: Fault): () => void {
    const waiting = waitingFault(fault);
    added = [waiting, ...added];
    return () => remove(waiting);
  }

  /** Replaces those from the start. They apply as often as they say. */
  function restart(faults: readonly Fault[] = []): void {
    started = faults.map(waitingFault);
  }

  /** Removes all, also those from the start. */
  function clear(): void {
    started = [];
    added = [];
  }

  /**
   * Returns the faults that apply to a request, and counts them. One sets the delay and one the rest: of several, the
   * one that names most of operation, key and `when`; of these the newest; of those from the start the first.
   */
  function next(request: FaultyRequest): AppliedFaults | undefined {
    const matching = [...added, ...started].filter((fault) =>
      appliesTo(fault, request),
    );
    const byRank = matching.toSorted((a, b) => specificity(b) - specificity(a));
    const delaying = byRank.find(({ delayInMs }) => delayInMs !== undefined);
    const responding = byRank.find(hasResponse);
    for (const fault of new Set([delaying, responding])) {
      if (fault?.times === undefined) continue;
      fault.times -= 1;
      if (fault.times === 0) remove(fault);
    }
    return delaying || responding ? { delaying, responding } : undefined;
  }

  restart(initial);
  return {
    /** Whether there are none. */
    get isEmpty(): boolean {
      return added.length === 0 && started.length === 0;
    },
    /** All that wait: those from the start, then the others from the oldest to the newest. */
    list: (): Fault[] => [...started, ...added.toReversed()],
    add,
    clear,
    restart,
    next,
  };
}

function waitingFault(fault: Fault): WaitingFault {
  const { times = Infinity, ...rest } = checkFault(fault);
  return times < Infinity ? { ...rest, times } : rest;
}

function appliesTo(fault: Fault, request: FaultyRequest): boolean {
  const { operation = request.operation, key = request.key, when } = fault;
  if (operation !== request.operation || key !== request.key) return false;
  return when === undefined || when(request);
}

/** How much a fault says about the requests that it applies to. */
function specificity({ operation, key, when }: Fault): number {
  return [operation, key, when].filter((condition) => condition !== undefined)
    .length;
}

/** Whether a fault does more than to delay a response. */
function hasResponse(fault: Fault): boolean {
  return fault.status !== undefined || fault.break !== undefined;
}

/** Responds as faults say: with the status of one, or with the response of the handler, late or broken. */
export async function applyFaults(
  { delaying, responding }: AppliedFaults,
  call: Call,
  unauthorizedBody: unknown,
  respond: () => Promise<MockResponse>,
): Promise<MockResponse> {
  const { path, signal } = call.request;
  if (delaying?.delayInMs) await delay(delaying.delayInMs, signal);
  call.fault = [...new Set([delaying, responding])].flatMap(nameOf).join(', ');
  const { status, break: breakage, body, headers } = responding ?? {};
  if (breakage === 'reset') {
    return { status: 0, headers: {}, body: '', broken: 'reset' };
  }

  let response: MockResponse;
  const usualHeaders = status === 429 ? { 'Retry-After': '1' } : {};
  const sent = headers ?? usualHeaders;
  if (status === undefined) {
    response = await respond();
  } else if ([204, 205, 304].includes(status)) {
    response = { status, headers: sent, body: '' };
  } else if (body !== undefined) {
    response = json(status, body, sent);
  } else {
    const { id } = call.operation!;
    const example = status === 401 ? unauthorizedBody : exampleOf(id, status);
    const usual = example ?? errorBody(path, 'This fault was requested');
    response = json(status, usual, sent);
  }
  if (breakage === 'truncated') {
    return { ...response, broken: 'truncated' };
  }
  if (breakage === 'malformed') {
    return { ...response, body: response.body.slice(0, -1) };
  }
  return response;
}

/** Returns what a log says about a fault. */
function nameOf(fault: Fault | undefined): string[] {
  if (!fault) return [];
  const { break: breakage, status, delayInMs } = fault;
  if (breakage !== undefined) return [breakage];
  return [status === undefined ? `delay ${delayInMs} ms` : `status ${status}`];
}
