import { isDeepStrictEqual } from 'node:util';
import { shownBy } from './body-points.ts';
import type { Content, OperationShape } from './operation-shape.ts';
import type { ReadBody, ReadExchange, ReadRequest } from './read-exchange.ts';

/** The ids of the points of an operation that an exchange shows. */
export function operationTouched({
  shape,
  carriedOut,
  status,
  content,
  answer,
}: ReadExchange): string[] {
  const shown = [
    ...(content && answer
      ? [`${status} ${content.mediaType}`, ...contentTouched(status, content, answer)]
      : []),
    ...(carriedOut ? requestTouched(shape, carriedOut) : []),
  ];
  return shown.map((what) => `${shape.operation.operationId} ${what}`);
}

function requestTouched(
  { parameters }: OperationShape,
  { query, headers, content, body }: ReadRequest,
): string[] {
  return [
    ...parameters.map(({ part: { name, in: place } }) => {
      // A path that lacks one is another path.
      const isInHeader = headers.has(place === 'cookie' ? place : name);
      const isThere = place === 'path' || (place === 'query' ? query.has(name) : isInHeader);
      return `${place} ${name} ${isThere ? 'present' : 'absent'}`;
    }),
    ...(body ? [] : ['request absent']),
    ...(content && body
      ? [`request ${content.mediaType}`, ...contentTouched('request', content, body)]
      : []),
  ];
}

function contentTouched(name: string, { shape, examples }: Content, { value }: ReadBody): string[] {
  return [
    ...shownBy(shape, value).map((id) => `${name} body ${id}`),
    ...examples
      .filter((example) => isDeepStrictEqual(example.value, value))
      .map((example) => `${name} example ${example.name}`),
  ];
}
