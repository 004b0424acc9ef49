import type {
  OperationId,
  OperationValidator,
  Options,
  RequestParts,
  RequestResult,
  ResponseParts,
  ResponseResult,
  Violation,
} from './api.ts';
import { type ParameterLocation, type Parameters, readParameters } from './parameters.ts';
import { type Check, violation, violationsOf } from './violations.ts';

/** What generated code states about an operation. */
export interface Description<Id extends OperationId> {
  readonly id: Id;
  readonly method: OperationValidator<Id>['method'];
  readonly path: string;
  readonly parameters: { readonly [In in ParameterLocation]?: Parameters };
  readonly body?: { readonly required: boolean; readonly check: Check };
  /** The declared responses by status: the check of the body, null if there is none, and the declared headers. */
  readonly responses: Readonly<Record<number, { body: Check | null; headers?: Parameters }>>;
}

const open: Options = {};

/** Returns the validators of an operation. */
export function operation<Id extends OperationId>(
  description: Description<Id>,
): OperationValidator<Id> {
  const { id, method, path, parameters, body: requestBody } = description;
  const statuses = Object.keys(description.responses).map(Number);
  const responses = new Map(statuses.map((status) => [status, description.responses[status]]));

  function validateRequest(parts: RequestParts, options: Options = open): RequestResult<Id> {
    const violations: Violation[] = [];
    const read = (location: ParameterLocation) =>
      readParameters(location, parameters[location], parts, options, violations);
    const request: Record<string, unknown> = {
      path: read('path'),
      query: read('query'),
      body: requestBody && parts.body,
    };
    if (parameters.header) request['header'] = read('header');
    if (requestBody && (requestBody.required || parts.body !== undefined)) {
      checkBody(requestBody.check, parts.body, options, violations);
    }
    const result =
      violations.length === 0 ? { valid: true, request } : { valid: false, violations };
    return result as RequestResult<Id>;
  }

  function validateResponse(parts: ResponseParts, options: Options = open): ResponseResult<Id> {
    const { status } = parts;
    const response = responses.get(status);
    if (!response) {
      const allowed = { allowed: [...statuses] };
      return { valid: false, violations: [violation('status', '', 'status', allowed)] };
    }
    const { body: check, headers } = response;
    const violations: Violation[] = [];
    if (check) {
      if (!isJson(parts.contentType)) {
        violations.push(violation('header', '/content-type', 'media-type', { allowed: [json] }));
      }
      checkBody(check, parts.body, options, violations);
    }
    if (headers && parts.headers) readParameters('header', headers, parts, open, violations);
    if (violations.length > 0) return { valid: false, violations };
    const body = check ? parts.body : undefined;
    return { valid: true, status, body } as ResponseResult<Id>;
  }

  return {
    id,
    method,
    path,
    statuses,
    validateRequest,
    validateResponse,
    validateAnswer: validateResponse,
  };
}

function checkBody(check: Check, body: unknown, options: Options, violations: Violation[]): void {
  if (body === undefined) violations.push(violation('body', '', 'required'));
  else if (!check.call(options, body)) {
    for (const found of violationsOf('body', check.errors ?? [])) violations.push(found);
  }
}

const json = 'application/json';

function isJson(contentType: string | null | undefined): boolean {
  if (contentType === json) return true;
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === json;
}
