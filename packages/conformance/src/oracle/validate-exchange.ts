import type { Invalid, OperationId } from '@agent-conversation/validators';
import {
  keyHeader,
  keyIn,
  keyScheme,
  type Operation,
  validators,
} from '../contract.ts';
import type { Edition } from './editions.ts';
import { type Exchange, mediaTypeOf, type Violation } from './exchange.ts';
import { jsonViolations } from './json-violations.ts';
import { describerOf } from './received.ts';
import { parsedBody } from './parsed-body.ts';
import { type Route, routeOf } from './route.ts';
import {
  elementAt,
  mostBinding,
  omissionRule,
  responseRule,
  type Rule,
  ruleAt,
  violatedElement,
} from './rules.ts';
import { bodySchema, secretViolations } from './secrets.ts';
import {
  isUnlisted,
  type RuleViolation,
  severityOf,
  violationOf,
  withDeviation,
  wrong,
} from './violations.ts';

/** How exchanges are validated. */
export interface ValidateOptions {
  /** The address of the server; its path is taken off. @default the origin of the request */
  readonly baseUrl?: string | undefined;
  /** Whether unlisted properties and query parameters are reported, as warnings. @default false */
  readonly closed?: boolean | undefined;
  /** Whether what is assumed is binding: its violations are errors then, not warnings. @default false */
  readonly strict?: boolean | undefined;
  /** The edition of the service: what it is known to do differently has the severity `known`. @default none */
  readonly edition?: Edition | undefined;
  /**
   * The name of a header that may also have the key, as hosted deployments accept it: `Authorization`, whose key
   * follows `Bearer`, or any other. @default the header of the contract alone
   */
  readonly keyHeader?: string | undefined;
  /** What no message may have, apart from the secrets of the exchange itself. @default none */
  readonly secrets?: Iterable<string> | undefined;
  /** Whether messages have the values that came, shortened. @default true */
  readonly showValues?: boolean | undefined;
  /** How many violations are returned at most, errors before others. @default all */
  readonly maxViolations?: number | undefined;
}

/** What was called, and what is wrong with the exchange. */
export interface ExchangeResult {
  /** Undefined if the contract has no operation for the request. */
  readonly operation: OperationId | undefined;
  readonly violations: readonly Violation[];
  /**
   * How many more violations there are than `maxViolations`; undefined without this option. Of a response with tens of
   * thousands of them, not all are counted.
   */
  readonly omitted?: number;
}

/**
 * Validates an exchange. Violations with the side `request` are no fault of the server, if it rejects the request
 * with a declared status. An invalid request that the server accepts is a violation with the side `response` and the
 * keyword `accepted`. A request without a key is valid if the response is 401.
 *
 * @throws {TypeError} when the address of the request, or `baseUrl`, is not absolute
 *
 * @example
 * const { violations } = validateExchange(exchange, { closed: true });
 * for (const { part, pointer, message } of violations) console.error(`${part} ${pointer}: ${message}`);
 */
export function validateExchange(
  exchange: Exchange,
  options: ValidateOptions = {},
): ExchangeResult {
  const { baseUrl, strict = false, edition, secrets } = options;
  const { showValues = true, maxViolations } = options;
  const route = routeOf(exchange.request, baseUrl);
  const operation = 'operation' in route ? route.operation : undefined;
  const id = operation?.operationId;
  const describe = describerOf(exchange, secrets, showValues);
  const wrongParts = [
    ...('operation' in route
      ? routed(route, exchange, options, describe)
      : unrouted(route, exchange)),
    ...secretViolations(operation, exchange, options.keyHeader),
  ];
  const reported = mostSevere(wrongParts, maxViolations, strict);
  const violations = reported.map((violation) => {
    // Only what is reported is described: there can be tens of thousands of others.
    const described =
      violation.side === 'response' ? describe(violation) : violation;
    return withDeviation(violationOf(described, id, strict), exchange, edition);
  });
  if (maxViolations === undefined) return { operation: id, violations };
  return {
    operation: id,
    violations,
    omitted: wrongParts.length - violations.length,
  };
}

/** Returns so many violations at most, errors before others. */
function mostSevere(
  violations: readonly RuleViolation[],
  most: number | undefined,
  strict: boolean,
): readonly RuleViolation[] {
  if (most === undefined || violations.length <= most) return violations;
  const rank = (it: RuleViolation) =>
    Number(severityOf(it, strict) !== 'error');
  return violations.toSorted((a, b) => rank(a) - rank(b)).slice(0, most);
}

/** Responses to requests that call no operation are not described by the contract, but must not be 5xx. */
function unrouted(
  route: RuleViolation,
  { response: { status } }: Exchange,
): RuleViolation[] {
  // A service that implements a method nowhere says so (RFC 9110, section 15.6.2).
  if (status < 500 || status === 501) return [route];
  const { keyword, message } = serverErrorOn(
    'a request that calls no operation',
    status,
  );
  return [
    route,
    wrong('response', 'status', keyword, message, ruleAt('/paths')),
  ];
}

/** The violation with which the service says that it failed itself (RFC 9110, section 15.6). */
function serverErrorOn(request: string, status: number) {
  const message = `is ${status}: the service failed on ${request}`;
  return { keyword: 'server-error', message };
}

/** How many violations of a response are counted at most, if not all of them are wanted. */
const mostCounted = 5000;

function routed(
  route: Route,
  exchange: Exchange,
  { closed = false, keyHeader: header, maxViolations }: ValidateOptions,
  describe: (violation: RuleViolation) => RuleViolation,
): RuleViolation[] {
  const { operation } = route;
  const { status } = exchange.response;
  const counted =
    maxViolations === undefined
      ? undefined
      : Math.max(maxViolations, mostCounted);
  const ofRequest = requestViolations(route, exchange, closed, header).map(
    describe,
  );
  // A status that the contract does not declare is no gap of the contract if it says that the service failed.
  const serverError = serverErrorOn(
    ofRequest.every(isUnlisted)
      ? 'a valid request'
      : 'a request that it must reject',
    status,
  );
  const { searchParams: query } = new URL(exchange.request.url);
  const assumed = omissionRule(operation, (name) => query.has(name));
  // HTTP itself has this status for a media type that is not accepted (RFC 9110, section 15.5.16).
  const isRejected = status === 415 && ofRequest.some(isOfMediaType);
  const ofResponse = responseViolations(operation, exchange, closed, counted)
    .filter(({ part }) => part !== 'status' || !isRejected)
    .map((it) =>
      it.part === 'status' && status >= 500 ? { ...it, ...serverError } : it,
    )
    .map((it) =>
      assumed && !isUnlisted(it)
        ? { ...it, severity: undefined, rule: assumed }
        : it,
    );
  return [
    ...ofRequest,
    ...acceptedViolations(ofRequest, status),
    ...ofResponse,
  ];
}

function isOfMediaType({ keyword }: RuleViolation): boolean {
  return keyword === 'media-type';
}

/** What is wrong with a request. One without a key is valid if the response is 401. */
function requestViolations(
  { operation, path }: Route,
  { request, response }: Exchange,
  closed: boolean,
  header: string = keyHeader,
): RuleViolation[] {
  const { headers } = request;
  const { searchParams: query } = new URL(request.url);
  const { value: body, isBroken } = parsedBody(request.body);
  const parts = { path, query, headers, body };
  const result = validators[operation.operationId].validateRequest(parts, {
    closed,
  });
  const ofContract = violationsOf(operation, result);
  const violations: RuleViolation[] = [];
  const needsKey = operation.security.some((it) => keyScheme in it);
  const hasKey =
    (keyIn(headers, keyHeader) ?? keyIn(headers, header)) !== undefined;
  if (needsKey && !hasKey && response.status !== 401) {
    const location = `security/${keyHeader.toLowerCase()}`;
    const rule = ruleAt(`${operation.pointer}/security`);
    violations.push(wrong('request', location, 'required', 'is missing', rule));
  }

  const content = Object.keys(operation.requestBody?.content ?? {});
  const isOfType = content.includes(mediaTypeOf(headers) ?? '');
  if (content.length === 0 || !request.body || (isOfType && !isBroken))
    return [...violations, ...ofContract];
  const rule = ruleAt(`${operation.pointer}/requestBody/content`);
  const must = `must be ${isOfType ? 'JSON' : content.join(' or ')}`;
  return [
    ...violations,
    ...ofContract.filter(({ part }) => part !== 'body'),
    isOfType
      ? wrong('request', 'body', 'json', must, rule)
      : wrong('request', 'header/content-type', 'media-type', must, rule),
  ];
}

/**
 * Violations of a server that accepts an invalid request: one for a missing key, and one for everything else,
 * with the most binding rule.
 */
function acceptedViolations(
  ofRequest: readonly RuleViolation[],
  status: number,
): RuleViolation[] {
  if (status < 200 || status > 299) return [];
  const keys = ofRequest.filter(({ part }) => part === 'security');
  const others = ofRequest.filter(
    (it) => !isUnlisted(it) && it.part !== 'security',
  );
  const binding = mostBinding(others.map(({ rule }) => rule));
  const worst = others.filter(({ rule }) => rule === binding).slice(0, 1);
  return [...keys, ...worst].map(({ part, pointer, message, rule }) => {
    const isKey = part === 'security';
    const location =
      pointer === '' ? `the ${part}` : `${pointer} in the ${part}`;
    const what = `${isKey ? 'the key' : location} of the request ${message}`;
    const must = `is ${status}, must be an error: ${what}`;
    return wrong(
      'response',
      isKey ? `security${pointer}` : 'status',
      'accepted',
      must,
      rule,
    );
  });
}

/** What is wrong with the status, the headers and the body of a response. */
function responseViolations(
  operation: Operation,
  { request, response }: Exchange,
  closed: boolean,
  maxViolations: number | undefined,
): RuleViolation[] {
  const { status, headers } = response;
  const { value: body, isBroken } = parsedBody(response.body);
  const contentType = headers.get('content-type');
  const parts = { status, contentType, headers, body };
  const options = { closed, maxViolations };
  const result = validators[operation.operationId].validateResponse(
    parts,
    options,
  );
  const ofContract = violationsOf(operation, result, status);
  const others = ofContract.filter(({ part }) => part !== 'body');
  const wrongBody = (keyword: string, message: string) =>
    wrong(
      'response',
      'body',
      keyword,
      message,
      responseRule(operation, status),
    );

  // Whatever is declared for it (RFC 9110, sections 6.4.1 and 15.3.6).
  if (
    request.method === 'HEAD' ||
    status < 200 ||
    [204, 205, 304].includes(status)
  ) {
    return [
      // Headers that describe the body may be left out with it (RFC 9110, section 9.3.2).
      ...others.filter((it) => contentType !== null || !isOfMediaType(it)),
      ...(response.body === '' ? [] : [wrongBody('body', 'must be empty')]),
    ];
  }
  const ofText = jsonViolations(operation, response, isBroken);
  if (!isBroken) return [...ofContract, ...ofText];
  // A body of another media type, or with an undeclared status, does not have to be JSON.
  if (others.some((it) => it.part === 'status' || isOfMediaType(it)))
    return others;
  // A body that is declared as JSON must be JSON, whatever the contract's provenance is (RFC 8259).
  return [
    ...others,
    ...ofText,
    { ...wrongBody('json', 'must be JSON'), severity: 'error' },
  ];
}

/** What is wrong with a request; with a status, with the response. */
function violationsOf(
  operation: Operation,
  result: { readonly valid: true } | Invalid,
  status?: number,
): RuleViolation[] {
  if (result.valid) return [];
  const side = status === undefined ? 'request' : 'response';
  return result.violations.map(({ part, pointer, keyword, message }) => {
    const rule = ruleFor(operation, part, pointer, keyword, status);
    return { side, part, pointer, keyword, message, rule };
  });
}

/** The part of the contract that a request violates; with a status, the part that the response violates. */
function ruleFor(
  operation: Operation,
  part: Violation['part'],
  pointer: string,
  keyword: string,
  status?: number,
): Rule {
  const { pointer: own, parameters, responses } = operation;
  if (
    part === 'body' &&
    (status === undefined || keyword !== 'required' || pointer !== '')
  ) {
    return violatedElement(
      bodySchema(operation, status ?? 'requestBody')!,
      pointer,
      keyword,
    );
  }
  const [, name = '', ...rest] = pointer.split('/');
  if (status === undefined) {
    const index = parameters.findIndex(
      (it) => it.in === part && it.name === name,
    );
    if (index < 0) return ruleAt(own);
    const schema = elementAt(`${own}/parameters/${index}/schema`);
    return violatedElement(schema, ['', ...rest].join('/'), keyword);
  }
  if (part === 'status') return responseRule(operation, status);
  const { headers } = responses[status]!;
  const header = Object.keys(headers).find(
    (it) => it.toLowerCase() === name.toLowerCase(),
  );
  const declared = header ? `headers/${header}/schema` : 'content';
  return ruleAt(`${own}/responses/${status}/${declared}`);
}
