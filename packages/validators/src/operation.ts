import { pointerTo } from '@agent-conversation/contract';
import type {
  Invalid,
  OperationId,
  OperationValidator,
  Options,
  QueryLike,
  RequestParts,
  RequestResult,
  ResponseParts,
  ResponseResult,
  Violation,
} from './api.ts';
import { type Check, validate, violation } from './violations.ts';

/** How one parameter is read. */
export interface Parameter {
  readonly name: string;
  /** The type of the value, or of the items of the list. */
  readonly type: keyof typeof readers;
  readonly list: boolean;
}

/** The parameters of one part of a message. */
export interface Parameters {
  readonly all: readonly Parameter[];
  /** Validates the values of all of them, as one object. */
  readonly check: Check;
}

type ParameterLocation = 'path' | 'query' | 'header';

/** What generated code states about an operation. */
export interface Description<Id extends OperationId> {
  readonly id: Id;
  readonly method: OperationValidator<Id>['method'];
  readonly path: string;
  readonly parameters: { readonly [In in ParameterLocation]?: Parameters };
  readonly body?: { readonly required: boolean; readonly check: Check };
  /** The declared responses by status: the check of the body, null if there is none, and the declared headers. */
  readonly responses: Readonly<
    Record<number, { body: Check | null; headers?: Parameters }>
  >;
}

const json = /^\s*application\/json\s*(?:;|$)/i;

/** Returns the validators of an operation. */
export function operation<Id extends OperationId>(
  description: Description<Id>,
): OperationValidator<Id> {
  const {
    id,
    method,
    path,
    parameters,
    body: requestBody,
    responses,
  } = description;
  const statuses = Object.keys(responses).map(Number);

  function validateRequest(
    parts: RequestParts,
    options: Options = {},
  ): RequestResult<Id> {
    checkBound(options);
    const violations: Violation[] = [];
    const read = (location: ParameterLocation) =>
      readParameters(
        location,
        parameters[location],
        parts,
        options,
        violations,
      );

    const request: Record<string, unknown> = {
      path: read('path'),
      query: read('query'),
      body: requestBody && parts.body,
    };
    if (parameters.header) request['header'] = read('header');
    if (requestBody && (requestBody.required || parts.body !== undefined)) {
      validateBody(requestBody.check, parts.body, options, violations);
    }

    const isValid = violations.length === 0;
    const result = isValid
      ? { valid: true, request }
      : invalid(violations, options);
    return result as RequestResult<Id>;
  }

  function validateResponse(
    parts: ResponseParts,
    options: Options = {},
  ): ResponseResult<Id> {
    checkBound(options);
    const { status } = parts;
    const violations: Violation[] = [];
    // A name that every object inherits is no status.
    const response = statuses.includes(status) ? responses[status] : undefined;
    if (!response) {
      violations.push(
        violation('status', '', 'status', { allowed: [...statuses] }),
      );
      return invalid(violations, options);
    }

    const { body: check, headers } = response;
    if (check) {
      if (!json.test(parts.contentType ?? '')) {
        const allowed = { allowed: ['application/json'] };
        violations.push(
          violation('header', '/content-type', 'media-type', allowed),
        );
      }
      validateBody(check, parts.body, options, violations);
    }
    if (headers && parts.headers) {
      readParameters('header', headers, parts, {}, violations);
    }
    if (violations.length > 0) return invalid(violations, options);
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
  };
}

/** With a bound of none, nothing in a list would be read, and everything be valid. */
function checkBound({ maxViolations }: Options): void {
  if (maxViolations === undefined || maxViolations >= 1) return;
  throw new TypeError(`maxViolations must be 1 or more, is ${maxViolations}`);
}

function invalid(
  violations: readonly Violation[],
  { maxViolations }: Options,
): Invalid {
  return { valid: false, violations: violations.slice(0, maxViolations) };
}

function validateBody(
  check: Check,
  body: unknown,
  options: Options,
  violations: Violation[],
): void {
  if (body === undefined) {
    violations.push(violation('body', '', 'required'));
    return;
  }
  for (const bodyViolation of validate('body', check, body, options))
    violations.push(bodyViolation);
}

type Parts = Pick<RequestParts, 'path' | 'query' | 'headers'>;

/** Returns the values of the parameters of one part, and adds what is wrong with them to the violations. */
function readParameters(
  location: ParameterLocation,
  parameters: Parameters | undefined,
  parts: Parts,
  options: Options,
  violations: Violation[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const known = parameters?.all ?? [];
  for (const parameter of known) {
    const { name, type, list } = parameter;
    const texts = textsOf(location, parameter, parts);
    if (list && texts.length > 0) {
      values[name] = texts.map(readers[type]);
    } else if (texts.length === 1) {
      values[name] = readers[type](texts[0]!);
    } else if (texts.length > 1) {
      violations.push(violation(location, pointerTo('', name), 'repeated'));
    }
  }

  const ofParameters = parameters
    ? validate(location, parameters.check, values, options)
    : [];
  for (const entry of ofParameters) {
    // Names of headers are case-insensitive (RFC 9110, section 5.1).
    const pointer =
      location === 'header' ? entry.pointer.toLowerCase() : entry.pointer;
    // A repeated parameter has no value, and is not missing either.
    const isKnown = violations.some(
      (it) => it.part === location && it.pointer === pointer,
    );
    if (!isKnown) violations.push({ ...entry, pointer });
  }

  if (options.closed && location === 'query' && parts.query) {
    for (const name of unlistedNames(parts.query, known)) {
      violations.push(
        violation('query', pointerTo('', name), 'additionalProperties'),
      );
    }
  }
  return values;
}

function unlistedNames(
  query: QueryLike,
  known: readonly Parameter[],
): Iterable<string> {
  const unlisted = new Set<string>();
  query.forEach((_, name) => unlisted.add(name));
  for (const { name } of known) unlisted.delete(name);
  return unlisted;
}

/** Returns the texts that a parameter is given as; none if it is not given. */
function textsOf(
  location: ParameterLocation,
  { name, list }: Parameter,
  { path, query, headers }: Parts,
): readonly string[] {
  if (location === 'query') return query?.getAll(name) ?? [];
  const isInPath = location === 'path';
  const pathText = path && Object.hasOwn(path, name) ? path[name] : undefined;
  const text = isInPath ? pathText : headers?.get(name);
  if (text === undefined || text === null) return [];
  if (!list) return [text];
  const separator = isInPath ? ',' : /\s*,\s*/;
  return text.split(separator);
}

/** A text as the declared type; as it is if it cannot be read so, which the check reports. */
const readers = {
  string: (text: string): unknown => text,
  boolean(text: string): unknown {
    if (text === 'true') return true;
    return text === 'false' ? false : text;
  },
  integer(text: string): unknown {
    const value = /^-?\d+$/.test(text) ? Number(text) : NaN;
    return Number.isSafeInteger(value) ? value : text;
  },
  number(text: string): unknown {
    const value = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)
      ? Number(text)
      : NaN;
    return Number.isFinite(value) ? value : text;
  },
};
