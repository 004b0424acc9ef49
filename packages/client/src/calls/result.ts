import { type Call, callOf } from './call.ts';
import type { Connection } from '../transport/connection.ts';
import type { Input, Operation } from '../operation.ts';
import type { CallOptions } from '../transport/options.ts';

/** A response that the contract does not have: an undeclared status, or a body that is not the JSON it should be. */
export interface UnexpectedResult {
  readonly status: 'unexpected';
  /** Status of the response. */
  readonly statusCode: number;
  readonly contentType: string | undefined;
  /** The body as it came. */
  readonly text: string;
}

/** Calls an operation: every response is a result; its `status` says which. */
export function resultOf<Result>(
  connection: Connection,
  operation: Operation,
  input: Input,
  options: CallOptions | undefined,
): Call<Result> {
  return callOf(async () => {
    const received = await connection.send(operation, input, options);
    const { response, body, text, kind } = received;
    const { status, headers } = response;
    const contentType = headers.get('content-type') ?? undefined;
    const results = {
      success: { status, data: body },
      failure: { status, error: body },
      unexpected: { status: 'unexpected', statusCode: status, contentType, text },
    };
    return { data: results[kind] as Result, response };
  });
}
