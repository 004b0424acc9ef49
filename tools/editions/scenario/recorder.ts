/** Asks a target one question after another, and keeps what it responded. */
import { isObject, type Json, jsonOf } from '@agent-conversation/contract';
import {
  type EvidenceRequest,
  type EvidenceResponse,
  type Exchange,
  expandPath,
} from '@agent-conversation/cli/evidence';
import type { Target } from './target.ts';

/** An exchange with the file and the name under which it is kept. */
export interface Recorded extends Exchange {
  readonly operationId: string;
  readonly name: string;
}

/** A request of the scenario. */
export interface Question extends EvidenceRequest {
  /** Names of response headers that are kept in addition to those that are always kept. */
  readonly keep?: readonly string[];
}

/** Whether a response shows the state that the scenario waits for. */
export type Condition = (body: Json | undefined) => boolean;

/** The service delays the eleventh request of a second: the scenario stays below. */
const timeBetweenRequests = 120;
const timeBetweenPolls = 200;
/** How long the scenario waits for a state, in milliseconds. */
export const maximumWait = 120_000;
const alwaysKept = [
  'allow',
  'content-type',
  'location',
  'retry-after',
  'www-authenticate',
];

/** Sends the questions of the scenario. */
export class Recorder {
  readonly target: Target;
  readonly recorded: Recorded[] = [];
  #lastSent = -Infinity;

  constructor(target: Target) {
    this.target = target;
  }

  /** Asks a question and keeps the response under a name that no other question has. */
  async ask(
    operationId: string,
    name: string,
    question: Question,
  ): Promise<EvidenceResponse> {
    const response = await this.send(question);
    this.keep(operationId, name, question, response);
    return response;
  }

  /**
   * Asks a question again and again until the response meets a condition, and keeps only that one.
   *
   * @throws {Error} with the last response if it never does
   */
  async askUntil(
    operationId: string,
    name: string,
    question: Question,
    isMet: Condition,
  ): Promise<EvidenceResponse> {
    for (let waited = 0; ; waited += timeBetweenPolls) {
      const response = await this.send(question);
      if (isMet(response.body)) {
        this.keep(operationId, name, question, response);
        return response;
      }
      if (waited >= maximumWait) {
        const last = JSON.stringify(response.body ?? response.text);
        throw new Error(
          `${operationId}/${name} is not in the expected state after ${waited / 1000} s: ${last}`,
        );
      }
      await this.target.sleep(timeBetweenPolls);
    }
  }

  /** Sends a request without keeping it, some time after the one before. */
  async send(question: Question): Promise<EvidenceResponse> {
    const { now, sleep } = this.target;
    const wait = this.#lastSent + timeBetweenRequests - now();
    if (wait > 0) await sleep(wait);
    this.#lastSent = now();
    return this.sendAtOnce(question);
  }

  /** Sends a request without a pause before it. */
  async sendAtOnce(question: Question): Promise<EvidenceResponse> {
    const { baseUrl, key, send } = this.target;
    const request = new Request(`${baseUrl}${expandPath(question.path)}`, {
      method: question.method,
      headers: headersOf(question, key),
      body: bodyOf(question),
      redirect: 'manual',
    });
    const response = await send(request).catch((error: Error) => {
      const { message, cause } = error;
      const reason =
        cause instanceof Error ? `${message} (${cause.message})` : message;
      throw new Error(`${question.method} ${question.path}: ${reason}`, {
        cause: error,
      });
    });
    return evidenceOf(response, question.keep ?? []);
  }

  /** Keeps a response under a name that no other question has. */
  keep(
    operationId: string,
    name: string,
    question: Question,
    response: EvidenceResponse,
  ): void {
    const isTaken = this.recorded.some(
      (it) => it.operationId === operationId && it.name === name,
    );
    if (isTaken)
      throw new Error(`The scenario asks ${operationId}/${name} twice`);
    const { keep: _, ...request } = question;
    this.recorded.push({ operationId, name, request, response });
  }
}

function headersOf(question: Question, key: string): Headers {
  const headers = new Headers({ 'x-session-api-key': key });
  if (question.body !== undefined)
    headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(question.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value.replace('{key}', key));
  }
  return headers;
}

/** Bytes, not a text: `Request` gives a text a content type of its own. */
function bodyOf({
  body,
  rawBody,
  hexBody,
}: Question): Uint8Array<ArrayBuffer> | null {
  if (hexBody !== undefined) return new Uint8Array(Buffer.from(hexBody, 'hex'));
  const text = body === undefined ? rawBody : JSON.stringify(body);
  return text === undefined ? null : new TextEncoder().encode(text);
}

async function evidenceOf(
  response: Response,
  keep: readonly string[],
): Promise<EvidenceResponse> {
  const { status } = response;
  const text = await response.text();
  const kept = [...alwaysKept, ...keep].toSorted().flatMap((name) => {
    const value = response.headers.get(name);
    const isDefault = name === 'content-type' && value === 'application/json';
    return value === null || isDefault ? [] : [[name, value] as const];
  });
  const headers = kept.length > 0 ? { headers: Object.fromEntries(kept) } : {};
  const isJson = /^application\/json\b/.test(
    response.headers.get('content-type') ?? '',
  );
  const value = isJson ? jsonOf(text) : undefined;
  if (value !== undefined) return { status, ...headers, body: value as Json };
  return text === '' ? { status, ...headers } : { status, ...headers, text };
}

/** Returns a property of the body, if it is a string. */
export function stringIn(response: EvidenceResponse, name: string): string {
  const value = isObject(response.body) ? response.body[name] : undefined;
  if (typeof value === 'string') return value;
  const body = JSON.stringify(response.body ?? response.text);
  throw new Error(`The response has no ${name}: ${response.status} ${body}`);
}
