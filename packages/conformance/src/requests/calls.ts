/** Calls of operations before they are sent, and the values in them and in responses. */
import { createHash } from 'node:crypto';
import {
  jsonOf,
  type JsonObject,
  objectOf,
} from '@agent-conversation/contract';
import * as fc from 'fast-check';
import type { Operation } from '../contract.ts';
import { match } from '../oracle/route.ts';

/** A request of an operation. */
export interface Call {
  readonly operation: Operation;
  /** In capitals; by default the one of the contract. */
  readonly method?: string;
  /** Percent-encoded, without what the base URL has; by default the one of the contract. */
  readonly path?: string;
  /** Percent-encoded pairs such as `limit=5`. */
  readonly query?: readonly string[];
  /** Others than the key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Null sends none; by default the key of the run. */
  readonly key?: string | null | undefined;
}

/** The path of an operation on a resource with an id, such as a sandbox. */
export function pathTo({ path }: Operation, id: string): string {
  return path.replaceAll(/\{\w+\}/g, () => percentEncoded(id));
}

/**
 * Percent-encodes a text (RFC 3986, section 2.1). A half surrogate, which UTF-8 cannot encode, is replaced by U+FFFD,
 * as URLs do (URL, section 5.2).
 */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Servers support 8,000 characters in an address (RFC 9110, section 4.1), and other parts are in it. */
const longestInAddress = 4000;

/**
 * Returns why a text that a server has sent cannot be named in an address; undefined if it can. Dot segments are
 * removed from a path, also percent-encoded ones (URL, section 4.4).
 */
export function hindranceIn(text: string): string | undefined {
  if (text === '.' || text === '..')
    return 'is a dot segment, which is removed from every path';
  if (!text.isWellFormed())
    return 'has half of a surrogate pair, which UTF-8 cannot encode';
  if (percentEncoded(text).length <= longestInAddress) return undefined;
  return `is longer than ${longestInAddress} characters as part of an address`;
}

/** The sandbox that a call names in its path; undefined if it names none. */
export function sandboxIn({
  path = '',
}: Pick<Call, 'path'>): string | undefined {
  return match(path)?.parameters['sandbox_id'];
}

/** A body of a media type, with its header. */
export function sentAs(type: string, body: string) {
  return { headers: { 'Content-Type': type }, body };
}

/** A JSON body, with its header. */
export function json(value: unknown): ReturnType<typeof sentAs> {
  return sentAs('application/json', JSON.stringify(value));
}

/** The properties of the JSON that a call sends. */
export function sentBy({ body }: Call): JsonObject {
  return objectOf(body && jsonOf(body));
}

/** The simplest call of an operation. The ids that it names are unknown. */
export function plainCall(operation: Operation, seed: number) {
  const { operationId, requestBody, parameters } = operation;
  // Without these parameters, the response is only assumed.
  const query = parameters
    .filter((it) => it['x-assumed']?.omission !== undefined)
    .map(({ name }) => `${name}=${madeUpUuid(seed, operationId)}`);
  const path = pathTo(operation, madeUp(seed, operationId));
  return { operation, path, query, ...(requestBody && json({})) };
}

/** A text that is not empty; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Values of an arbitrary: the same each time for the same seed and name, whatever else a run does. */
export function sample<T>(
  values: fc.Arbitrary<T>,
  count: number,
  seed: number,
  name: string,
): T[] {
  return fc.sample(values, {
    seed: digest(seed, name).readInt32BE(),
    numRuns: count,
  });
}

/** A text that nobody has chosen before. */
export function madeUp(seed: number, name: string): string {
  return `made-up-${digest(seed, name).toString('hex', 0, 12)}`;
}

/** A UUID (RFC 9562, section 5.4) that nobody has chosen before. */
export function madeUpUuid(seed: number, name: string): string {
  const hex = digest(seed, name).toString('hex');
  return hex.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    '$1-$2-4$3-8$4-$5',
  );
}

function digest(seed: number, name: string): Buffer {
  return createHash('sha256').update(`${seed} ${name}`).digest();
}
