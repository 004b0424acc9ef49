import type { Operation } from '../contract/contract.ts';
import { isSuccess } from '../answer-faults/status.ts';
import type { PassedAnswer } from './fault.ts';

/** The JSON of a body; undefined where it has none. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** An answer with another body. */
export function withJson(answer: PassedAnswer, value: unknown): PassedAnswer {
  return { ...answer, body: Buffer.from(JSON.stringify(value)) };
}

/** The first example of a success of an operation, as an answer; undefined where there is none. */
export function successOf(operation: Operation | undefined): PassedAnswer | undefined {
  return exampleOf(operation, isSuccess);
}

/**
 * An example of an answer of a certain status; undefined where there is none.
 *
 * @param name of the example; without it, the first
 */
export function exampleOf(
  operation: Operation | undefined,
  isMeant: (status: number) => boolean,
  name?: string,
): PassedAnswer | undefined {
  for (const [status, { mediaType, examples }] of operation?.answers ?? []) {
    const value = name === undefined ? [...examples.values()][0] : examples.get(name);
    if (isMeant(Number(status)) && mediaType !== undefined && value !== undefined) {
      const headers = new Headers({ 'Content-Type': mediaType });
      return withJson({ status: Number(status), headers, body: Buffer.of() }, value);
    }
  }
  return undefined;
}
