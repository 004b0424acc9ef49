import type { Sent } from './attempt.ts';

/** Id of the request, from the response; undefined if it repeats a header there, which may be the key. */
export function requestIdOf(answer: Headers, sent: readonly Sent[]): string | undefined {
  const id = answer.get('x-request-id');
  const repeats = sent.some(({ headers }) =>
    Object.values(headers).some((value) => id?.includes(value)),
  );
  return id === null || repeats ? undefined : id;
}
