import type {
  AnswerParts,
  AnswerResult,
  OperationId,
  OperationValidator,
  Options,
  RequestParts,
  RequestResult,
  Violation,
} from './api.ts';
import { type Parameters, type Place, readParameters } from './parameters.ts';
import { type Check, type Strictness, violation, violationsOf } from './violations.ts';

/** What generated code states about an operation. */
export interface Description<Id extends OperationId> {
  readonly id: Id;
  readonly method: OperationValidator<Id>['method'];
  readonly path: string;
  readonly parameters: { readonly [In in Place]?: Parameters };
  readonly body?: { readonly required: boolean; readonly check: Check };
  /** The check of the body of each declared status; null if a response has no body. */
  readonly answers: Readonly<Record<number, Check | null>>;
  /** The headers that the contract declares for a status. */
  readonly answerHeaders: Readonly<Record<number, Parameters>>;
}

const open: Strictness = { closed: false };
const closed: Strictness = { closed: true };

/** Returns the validators of an operation. */
export function operation<Id extends OperationId>(
  description: Description<Id>,
): OperationValidator<Id> {
  const { id, method, path, parameters, body: requestBody, answers, answerHeaders } = description;
  const statuses = Object.keys(answers).map(Number);
  const checks = new Map(statuses.map((status) => [status, answers[status]]));

  return {
    id,
    method,
    path,
    statuses,

    validateRequest(parts: RequestParts, options?: Options) {
      const strictness = options?.closed ? closed : open;
      const violations: Violation[] = [];
      const request: Record<string, unknown> = {
        path: readParameters('path', parameters.path, parts, strictness, violations),
        query: readParameters('query', parameters.query, parts, strictness, violations),
        body: requestBody && parts.body,
      };
      const { header } = parameters;
      if (header)
        request['header'] = readParameters('header', header, parts, strictness, violations);
      if (requestBody && (requestBody.required || parts.body !== undefined)) {
        checkBody(requestBody.check, parts.body, strictness, violations);
      }
      return (
        violations.length === 0 ? { valid: true, request } : { valid: false, violations }
      ) as RequestResult<Id>;
    },

    validateAnswer(parts: AnswerParts, options?: Options): AnswerResult<Id> {
      const { status } = parts;
      const check = checks.get(status);
      if (check === undefined) {
        const allowed = { allowed: [...statuses] };
        return { valid: false, violations: [violation('status', '', 'status', allowed)] };
      }
      const violations: Violation[] = [];
      if (check) {
        if (!isJson(parts.contentType)) {
          violations.push(violation('header', '/content-type', 'media-type', { allowed: [json] }));
        }
        checkBody(check, parts.body, options?.closed ? closed : open, violations);
      }
      const headers = parts.headers && answerHeaders[status];
      if (headers) readParameters('header', headers, parts, open, violations);
      if (violations.length > 0) return { valid: false, violations };
      const body = check ? parts.body : undefined;
      return { valid: true, status, body } as AnswerResult<Id>;
    },
  };
}

function checkBody(
  check: Check,
  body: unknown,
  strictness: Strictness,
  violations: Violation[],
): void {
  if (body === undefined) violations.push(violation('body', '', 'required'));
  else if (!check.call(strictness, body)) {
    for (const found of violationsOf('body', check.errors ?? [])) violations.push(found);
  }
}

const json = 'application/json';

function isJson(contentType: string | null | undefined): boolean {
  if (contentType === json) return true;
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === json;
}
