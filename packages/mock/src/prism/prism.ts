import type { HttpMethod } from '@stoplight/types';
import { type Document, fakeable } from './fakeable.ts';

/** Which of the declared answers is wanted. Nothing said means: the first example of the first 2xx. */
export interface Wish {
  /** A declared status. */
  readonly code?: number;
  /** The name of an example: of that status, or else of the first 2xx. It goes before `dynamic`. */
  readonly example?: string;
  /** Make data up from the schema instead of taking an example. */
  readonly dynamic?: boolean;
}

/** A request. Prism chooses by its method and path alone. */
export interface PrismRequest {
  readonly method: string;
  /** A concrete path, such as `/api/v1/sandboxes/a/pause`. */
  readonly path: string;
}

export interface PrismAnswer {
  readonly status: number;
  /** A copy of its own; undefined where the status has no body. */
  readonly body: unknown;
}

/**
 * Answers one request to an operation as wished.
 *
 * @param seed the same seed makes the same dynamic data
 * @throws {NotDeclared} when the operation has no such status, or the status no such example
 */
export type Prism = (request: PrismRequest, wish: Wish, seed: string) => Promise<PrismAnswer>;

/** A wish for an answer that the contract does not declare. */
export class NotDeclared extends Error {
  override readonly name = 'NotDeclared';
}

/**
 * Starts Prism over a contract, for answers that depend on nothing but the contract. It validates
 * nothing. It is imported here and not above, because it takes half a second and 100 MB.
 *
 * @throws {Error} when Prism cannot read the document
 */
export async function startPrism(contract: Document): Promise<Prism> {
  const [{ createInstance, getHttpOperationsFromSpec, NOT_FOUND }, { createLogger }] =
    await Promise.all([import('@stoplight/prism-http'), import('@stoplight/prism-core')]);
  const operations = await getHttpOperationsFromSpec(fakeable(contract));
  const logger = createLogger('prism', { level: 'silent' });

  return async ({ method, path }, { code, example, dynamic = false }, seed) => {
    // A fresh configuration for each call: Prism writes the media types of one request into it.
    const prism = createInstance(
      {
        isProxy: false,
        mock: {
          dynamic,
          ...(code !== undefined && { code }),
          ...(example !== undefined && { exampleKey: example }),
          // Always there and never empty: without a seed, Prism goes on with that of another call.
          seed: `seed ${seed}`,
        },
        checkSecurity: false,
        validateRequest: false,
        validateResponse: false,
        errors: false,
        upstreamProxy: undefined,
      },
      { logger },
    );
    // No headers and no body: it needs none, and fails over some.
    const result = await prism.request(
      { method: method.toLowerCase() as HttpMethod, url: { path } },
      operations,
    )();
    if (result._tag === 'Left' && !String(result.left).includes(`#${NOT_FOUND.type}`)) {
      throw result.left;
    }
    // Where the status lacks the example, Prism looks for it under another status.
    if (result._tag === 'Left' || (code !== undefined && code !== result.right.output.statusCode)) {
      const wish = [code, example].filter((part) => part !== undefined).join(', ');
      throw new NotDeclared(`${method} ${path} declares no such answer: ${wish}`);
    }
    const { statusCode, body } = result.right.output;
    // Prism hands out the example itself.
    return { status: statusCode, body: structuredClone(body) };
  };
}
