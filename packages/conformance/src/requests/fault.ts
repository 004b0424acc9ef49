import * as fc from 'fast-check';
import type { Steps } from './fault-sites.ts';
import type { RandomRequest } from './random-requests.ts';

/** What may be wrong with a request. */
export const faultKinds = [
  ...(['accept', 'content type', 'encoding of the path', 'method', 'no key', 'path'] as const),
  ...(['ids', 'limit', 'limit given twice', 'no UUID'] as const),
  ...(['body of another type', 'no body', 'not JSON', 'not UTF-8', 'size'] as const),
  ...(['body: missing', 'body: misspelt', 'body: null', 'body: tag', 'body: type'] as const),
] as const;

/** The one thing that is wrong with a request, and the expected response. */
export interface Fault {
  readonly kind: (typeof faultKinds)[number];
  readonly status: number;
  /** Whether servers may also accept the request, because the schema admits it or their parsers do. */
  readonly lenient?: true;
  /** Where it is wrong, for 422. */
  readonly loc?: Steps;
  /** The methods that the path has, for 405. */
  readonly allow?: readonly string[];
  /** Whether the request gets as far as an operation, whose declared answers then hold. */
  readonly reaches: boolean;
}

/** A valid request with one fault. */
export interface FaultyRequest {
  readonly request: RandomRequest;
  readonly fault: Fault;
}

/** What is different about a request, and what the error response says about it. */
export type Change = Partial<RandomRequest> & {
  readonly lenient?: boolean;
  readonly loc?: Steps;
  readonly allow?: readonly string[];
};

/** Requests with one kind of fault, and how often they are made. */
export interface Weighted {
  readonly weight: number;
  readonly faulty: fc.Arbitrary<FaultyRequest>;
}

/** Makes valid requests wrong in one of several ways of the same kind. */
export function fault<T>(
  {
    kind,
    status,
    weight = 10,
    reaches = true,
  }: Omit<Partial<Fault>, 'loc'> & {
    readonly kind: Fault['kind'];
    readonly status: number;
    readonly weight?: number;
  },
  valid: fc.Arbitrary<RandomRequest>,
  ways: fc.Arbitrary<T>,
  change: (request: RandomRequest, way: T) => Change,
): Weighted {
  const faulty = fc.tuple(valid, ways).map(([request, way]) => {
    const { lenient = false, loc, allow, ...changed } = change(request, way);
    return {
      request: { ...request, ...changed },
      fault: {
        kind,
        status,
        reaches,
        ...(lenient && { lenient }),
        ...(loc && { loc }),
        ...(allow && { allow }),
      },
    };
  });
  return { weight, faulty };
}

/** A request without its body, and without a word of it. */
export function withoutBody({ headers }: RandomRequest): Change {
  const { 'Content-Type': _, ...rest } = headers;
  return { headers: rest, body: undefined };
}
