/** Responds with what was recorded of a service. */
import {
  isList,
  isObject,
  type JsonObject,
  normalizedPath,
  redacted,
} from '@agent-conversation/contract';
import { decode } from '../body.ts';
import { route, secretNames } from '../contract.ts';
import type { KeyReader } from '../keys.ts';
import { errorBody, Rejection } from '../response.ts';
import type { HttpArchive, MockRequest, Pipeline } from '../types.ts';
import { jsonBodyOf, readArchive, type RecordedExchange } from './archive.ts';

/** How many keys have an order of their own; the first of them is forgotten for a further one. */
const keyLimit = 1000;

const bodyLimit = 64 * 1024 * 1024;

/** A replay of a recording. */
export interface Replay {
  readonly pipeline: Pipeline;
  /** Starts again with the first of equal requests, for a key or for all. */
  readonly reset: (key?: string) => void;
}

/**
 * Creates a pipeline that responds as a recording does. A request gets the response to one with the same method, path,
 * query and JSON body; what was redacted matches whatever is sent. Of several, each is used once for each key, in their
 * order, and then the last one.
 *
 * @throws {TypeError} if the recording cannot be read, or breaks the contract
 */
export function createReplay(archive: HttpArchive, keyOf: KeyReader): Replay {
  const byTarget = new Map<string, RecordedExchange[]>();
  for (const exchange of readArchive(archive)) {
    const target = targetOf(exchange.method, exchange.path);
    byTarget.set(target, [...(byTarget.get(target) ?? []), exchange]);
  }
  /** What each key has received. */
  const used = new Map<string, Set<RecordedExchange>>();

  function usedBy(key: string): Set<RecordedExchange> {
    const known = used.get(key);
    if (known) return known;
    const exchanges = new Set<RecordedExchange>();
    used.set(key, exchanges);
    if (used.size > keyLimit) used.delete(used.keys().next().value!);
    return exchanges;
  }

  return {
    async pipeline(call) {
      const { request } = call;
      const { method, path } = request;
      call.operation = route(path)?.operations.get(method);
      const key = keyOf(request);
      const recorded = byTarget.get(targetOf(method, path)) ?? [];
      const matching = await matchesOf(recorded, request, key !== undefined);
      const alreadyUsed = usedBy(key ?? '');
      const unused = matching.find((exchange) => !alreadyUsed.has(exchange));
      const next = unused ?? matching.at(-1)!;
      alreadyUsed.add(next);
      const { response } = next;
      if (response.status !== 0) return response;
      return { ...response, broken: 'reset' };
    },
    reset(key) {
      if (key === undefined) used.clear();
      else used.delete(key);
    },
  };
}

/** Equal for equivalent paths (RFC 3986, section 6.2.2.2). */
function targetOf(method: string, path: string): string {
  return `${method} ${normalizedPath(path)}`;
}

/**
 * Returns the exchanges that match a request.
 *
 * @throws {Rejection} saying what differs if there are none
 */
async function matchesOf(
  recorded: readonly RecordedExchange[],
  request: MockRequest,
  hasKey: boolean,
): Promise<readonly RecordedExchange[]> {
  const { method, path, query } = request;
  const missing = (difference: string) => {
    const message = `The recording has no ${method} ${path}${difference}`;
    return new Rejection(404, message, {}, errorBody(path, message));
  };
  if (recorded.length === 0) {
    throw missing('');
  }
  const withQuery = recorded.filter((exchange) =>
    isSameQuery(exchange.query, query),
  );
  if (withQuery.length === 0) {
    const queries = new Set(
      recorded.map((exchange) => exchange.query || 'none'),
    );
    throw missing(
      ` with this query, but with ${[...queries].slice(0, 3).join(', ')}`,
    );
  }
  const body = await bodyOf(request);
  const withBody = withQuery.filter((exchange) => isSame(exchange.body, body));
  if (withBody.length === 0) {
    throw missing(' with this body');
  }
  const allowed = withBody.filter((exchange) => hasKey || !exchange.hasKey);
  if (allowed.length === 0) {
    throw missing(' without an API key');
  }
  const alike = allowed.filter((exchange) => exchange.hasKey === hasKey);
  return alike.length > 0 ? alike : allowed;
}

async function bodyOf(request: MockRequest): Promise<unknown> {
  if (['GET', 'HEAD'].includes(request.method)) return undefined;
  return jsonBodyOf(decode(await request.read(bodyLimit)));
}

/** Parameters of different names can have any order. */
function isSameQuery(recorded: string, sent: string): boolean {
  const expected = sortedParameters(recorded);
  const actual = sortedParameters(sent);
  if (expected.length !== actual.length) return false;
  return expected.every(([name, value], index) => {
    const [otherName, otherValue] = actual[index]!;
    return name === otherName && isSameText(value, otherValue);
  });
}

function sortedParameters(query: string): [name: string, value: string][] {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return [...parameters];
}

/** Whether a JSON value is as it was recorded. Secrets were not recorded. */
function isSame(recorded: unknown, sent: unknown): boolean {
  if (typeof recorded === 'string') {
    return typeof sent === 'string' && isSameText(recorded, sent);
  }
  if (isList(recorded)) {
    if (!isList(sent) || sent.length !== recorded.length) return false;
    return recorded.every((item, index) => isSame(item, sent[index]));
  }
  if (!isObject(recorded)) return recorded === sent;
  return isObject(sent) && isSameObject(recorded, sent);
}

function isSameObject(recorded: JsonObject, sent: JsonObject): boolean {
  const names = Object.keys(recorded);
  if (names.length !== Object.keys(sent).length) return false;
  return names.every((name) => {
    if (!Object.hasOwn(sent, name)) return false;
    if (secretNames.has(name)) return true;
    return isSame(recorded[name], sent[name]);
  });
}

/** Whether a text is as it was recorded, with anything in the place of what was redacted. */
function isSameText(recorded: string, sent: string): boolean {
  const [start = '', ...others] = recorded.split(redacted);
  const end = others.at(-1);
  if (end === undefined) return recorded === sent;
  return sent.startsWith(start) && sent.slice(start.length).endsWith(end);
}
