import type { HttpMethod } from '@stoplight/types';
import type { Contract } from './contract.ts';

/** A request as Prism takes it. */
export interface PrismRequest {
  readonly method: string;
  readonly url: URL;
  /** The parsed JSON; undefined where there is none, or where the operation takes none. */
  readonly body: unknown;
}

/** One place in which a request or an answer breaks the contract. */
export interface Violation {
  /** Where: `body`, `query`, `path` or `header` first, then the steps to the place. */
  readonly location: readonly (string | number)[];
  /** Which kind, such as `type` or `required`. */
  readonly kind: string;
  readonly message: string;
}

/** Prism's answer to one request, with what it found wrong on both sides. */
export interface PrismAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly requestViolations: readonly Violation[];
  readonly answerViolations: readonly Violation[];
}

/** Answers a request from the examples of the contract. */
export type Prism = (request: PrismRequest) => Promise<PrismAnswer>;

/**
 * Starts Prism over a contract. It is imported here and not above, because that takes half a second,
 * which a mock that only refuses requests need not wait for.
 *
 * @throws {Error} when Prism cannot read the document
 */
export async function startPrism(contract: Contract): Promise<Prism> {
  const [{ createInstance, getHttpOperationsFromSpec }, { createLogger }] = await Promise.all([
    import('@stoplight/prism-http'),
    import('@stoplight/prism-core'),
  ]);
  const operations = await getHttpOperationsFromSpec(structuredClone(contract));
  const logger = createLogger('prism', { level: 'silent' });

  return async ({ method, url, body }) => {
    // A fresh configuration for each call: Prism writes the media types of one request into it.
    const prism = createInstance(
      {
        isProxy: false,
        mock: { dynamic: false },
        checkSecurity: false,
        validateRequest: true,
        validateResponse: true,
        errors: false,
        upstreamProxy: undefined,
      },
      { logger },
    );
    const result = await prism.request(
      {
        method: method.toLowerCase() as HttpMethod,
        url: { path: url.pathname, query: queryOf(url) },
        // Nothing but this: Prism fails over the length and type of a body that it does not expect.
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        body,
      },
      operations,
    )();
    if (result._tag === 'Left') throw result.left;
    const { output, validations } = result.right;
    return {
      status: output.statusCode,
      // Prism hands out the example itself: a copy keeps it as it is.
      body: structuredClone(output.body),
      requestViolations: validations.input.map(violation),
      answerViolations: validations.output.map(violation),
    };
  };
}

function queryOf(url: URL): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => {
      const values = url.searchParams.getAll(name);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
}

function violation(diagnostic: {
  path?: readonly (string | number)[];
  code?: string | number;
  message: string;
}): Violation {
  const [first = 'body', ...steps] = diagnostic.path ?? [];
  return {
    // Prism gives positions in arrays as text.
    location: [first, ...steps.map((step) => (/^\d+$/.test(`${step}`) ? Number(step) : step))],
    kind: String(diagnostic.code ?? 'invalid'),
    message: diagnostic.message,
  };
}
