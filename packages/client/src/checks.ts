import { parseJson } from './responses.ts';
import type { Middleware } from './transport/options.ts';

/** What is read of `operations` of `@agent-conversation/validators`. */
export type ResponseValidators = Readonly<Record<string, ResponseValidator>>;

/** What is read of the validators of an operation. */
export interface ResponseValidator {
  readonly validateResponse: (parts: {
    readonly status: number;
    readonly contentType: string | null;
    readonly headers: Headers;
    readonly body: unknown;
  }) => { readonly valid: boolean; readonly violations?: readonly Violation[] };
}

type Violation = Pick<BrokenResponse, 'part' | 'pointer' | 'message'> & {
  readonly keyword: string;
};

/** A violation of the contract in a response. It has no value of the response. */
export interface BrokenResponse {
  /** The operationId, such as `searchSandboxes`. */
  readonly operation: string;
  readonly status: number;
  /** Where it was seen first, as a JSON Pointer (RFC 6901) into the part of the response. */
  readonly pointer: string;
  readonly part: string;
  /** What is wrong, such as `must be a string`. */
  readonly message: string;
}

/**
 * Makes a middleware that validates every response, and reports each kind of violation once. The response is
 * passed on unchanged.
 *
 * @param operations `operations` of `@agent-conversation/validators`
 * @param report is called with each violation; by default it writes a warning to the console
 *
 * @example
 * import { operations } from '@agent-conversation/validators';
 * const client = createClient({ middleware: [checkResponses(operations)] });
 */
export function checkResponses(
  operations: ResponseValidators,
  report: (broken: BrokenResponse) => void = warn,
): Middleware {
  const seen = new Set<string>();
  return async (request, next) => {
    const response = await next(request);
    const { operation } = request;
    const { status, headers, text } = response;
    const result = operations[operation]?.validateResponse({
      status,
      contentType: headers.get('content-type'),
      headers,
      body: parseJson(text),
    });
    for (const { part, pointer, keyword, message } of result?.violations ??
      []) {
      // Every item of a list is wrong in the same way.
      const shape = `${operation} ${status} ${part} ${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${keyword}`;
      if (seen.has(shape)) continue;
      seen.add(shape);
      report({ operation, status, part, pointer, message });
    }
    return response;
  };
}

function warn({
  operation,
  status,
  part,
  pointer,
  message,
}: BrokenResponse): void {
  console.warn(
    `${operation} ${status}: ${part} ${pointer} ${message}, as the contract has it`,
  );
}
