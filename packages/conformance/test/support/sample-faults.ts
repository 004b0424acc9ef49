import { isDeepStrictEqual } from 'node:util';
import { operations as validators } from '@agent-conversation/validators';
import { type Operation, resolve } from '../../src/contract.ts';
import type { SampleRequest } from './sample-run.ts';
import type { SamplePair } from './samples.ts';

/** What is wrong with the request of a sample, which was answered with a status. */
export function sampleFaults(
  { operation, outcome }: SamplePair,
  request: SampleRequest,
  status: number,
): string[] {
  const wanted = outcome === 'success' ? ['200'] : rejections(operation);
  // A body that is not JSON is rejected before it is validated.
  const invalid = request.rawBody === undefined ? violations(operation, request) : [];
  return [
    ...(wanted.includes(String(status)) ? [] : [`the status is ${status}`]),
    ...(outcome === 'failure' && status === 422 ? [] : invalid),
    ...(isExemplary(operation, outcome, request) ? [] : ['the body is no example of the contract']),
  ];
}

function rejections({ responses }: Operation): string[] {
  return Object.keys(responses).filter((status) => !status.startsWith('2'));
}

function violations({ operationId, path }: Operation, request: SampleRequest): string[] {
  const { pathname, searchParams } = new URL(request.path, 'http://service.example');
  const form = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const result = Object.values(validators)
    .find(({ id }) => id === operationId)!
    .validateRequest(
      {
        path: new RegExp(`^${form}$`).exec(pathname)?.groups,
        query: searchParams,
        body: request.body,
      },
      { closed: true },
    );
  return result.valid
    ? []
    : result.violations.map((it) => `${it.part} ${it.pointer} ${it.message}`);
}

/** Whether a body is a named example; in a failure, one that is cut off or has one member changed. */
function isExemplary(
  { requestBody }: Operation,
  outcome: SamplePair['outcome'],
  { body, rawBody }: SampleRequest,
): boolean {
  if (body === undefined && rawBody === undefined) return true;
  const examples = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return examples.some((example) => {
    const value = resolve(example).value as object;
    if (isDeepStrictEqual(body, value)) return true;
    if (outcome === 'success') return false;
    return rawBody === undefined
      ? changes(value, body as object) === 1
      : JSON.stringify(value).startsWith(rawBody);
  });
}

/** In how many members two objects differ. */
function changes(a: object, b: object): number {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => !isDeepStrictEqual(Reflect.get(a, name), Reflect.get(b, name)))
    .length;
}
