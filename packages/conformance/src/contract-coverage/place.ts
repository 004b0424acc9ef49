import { type Reference, resolve } from '../contract.ts';

/** A part of the contract, and where it stands: `#/components/schemas/Sandbox/properties/id`. */
export interface Place<T> {
  readonly part: T;
  readonly pointer: string;
}

/** The pointer to what is below another one (RFC 6901, section 3). */
export function below(pointer: string, ...steps: readonly string[]): string {
  return [pointer, ...steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))].join(
    '/',
  );
}

/** What stands in a place, or in the place that it refers to. */
export function follow<T extends object>({ part, pointer }: Place<T | Reference>): Place<T> {
  return {
    part: resolve<T>(part),
    pointer: '$ref' in part && typeof part.$ref === 'string' ? part.$ref : pointer,
  };
}
