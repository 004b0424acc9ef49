/** What is wrong with the parts of an exchange, each with the rule that is violated. */
import type { Invalid, Violation as SchemaViolation } from '@agent-conversation/validators';
import { type Body, contract, type Operation, resolve, validators } from '../contract.ts';
import {
  type Exchange,
  type Finding,
  mediaTypeOf,
  readBody,
  type SentRequest,
  type Severity,
} from './exchange.ts';
import {
  elementAt,
  enter,
  mostBinding,
  operationRule,
  responseRule,
  type Rule,
  ruleAt,
  ruleOf,
  securityRule,
  violatedElement,
} from './rules.ts';

/** What is wrong with an exchange, and the part of the contract that is violated. */
export interface Violation extends Pick<
  Finding,
  'side' | 'part' | 'pointer' | 'keyword' | 'message'
> {
  readonly rule: Rule;
  /** Set if it does not follow from the provenance of the rule. */
  readonly severity?: Severity;
}

/** Whether it is a property or parameter that the contract does not list, which is allowed (decision D22). */
export function isUnlisted({ keyword }: Pick<Violation, 'keyword'>): boolean {
  return keyword === 'additionalProperties';
}

/** Whether a secret is shown, which is an error whatever the contract's provenance is. */
export function isSecret({ keyword }: Pick<Violation, 'keyword'>): boolean {
  return keyword === 'secret';
}

/**
 * Returns a violation with its severity: a warning where the contract is assumed, else an error.
 *
 * @param strict whether what is assumed is binding
 */
export function findingOf(
  { rule, severity, ...found }: Violation,
  operation: Finding['operation'],
  strict: boolean,
): Finding {
  const binds = strict || rule.provenance !== 'assumed' || isSecret(found);
  const level = severity ?? (binds ? 'error' : 'warning');
  return { operation, ...found, severity: level, ...ruleOf(rule) };
}

function violationOf(
  side: Violation['side'],
  { part, pointer, keyword, message }: SchemaViolation,
  rule: Rule,
): Violation {
  const found = { side, part, pointer, keyword, message, rule };
  return isUnlisted(found) ? { ...found, severity: 'warning' } : found;
}

/** The headers of keys, each with its security scheme (OpenAPI 3.1.1, section 4.8.27). */
export const keyHeaders = Object.entries(contract.components.securitySchemes).map(
  ([scheme, description]) => ({ scheme, name: (description as { readonly name: string }).name }),
);

/** What is wrong with the key. A request without it is valid if the response is 401. */
export function securityViolations(
  operation: Operation,
  { request, answer }: Exchange,
): Violation[] {
  if (answer.status === 401) return [];
  return keyHeaders
    .filter(({ scheme }) => operation.security.some((wanted) => Object.hasOwn(wanted, scheme)))
    .filter(({ name }) => !request.headers.get(name))
    .map(({ name }) => ({
      side: 'request',
      part: 'security',
      pointer: `/${name.toLowerCase()}`,
      keyword: 'required',
      message: 'is missing',
      rule: securityRule(operation),
    }));
}

/** What is wrong with a request, apart from the key. */
export function requestViolations(
  operation: Operation,
  path: Readonly<Record<string, string>>,
  request: SentRequest,
  closed: boolean,
): Violation[] {
  const { searchParams: query } = new URL(request.url);
  const { headers } = request;
  const body = readBody(request.body);
  const unreadable = unreadableBody(operation, request, body.isBroken);
  const parts = { path, query, headers, body: body.value };
  const result = validators[operation.operationId].validateRequest(parts, { closed });
  return [
    ...violationsOf(result)
      .filter(({ part }) => part !== 'body' || unreadable.length === 0)
      .map((violation) => violationOf('request', violation, requestRule(operation, violation))),
    ...unreadable,
  ];
}

function violationsOf(result: { readonly valid: true } | Invalid): readonly SchemaViolation[] {
  return result.valid ? [] : result.violations;
}

/** Why the body of a request cannot be validated. */
function unreadableBody(
  { path, method, requestBody }: Operation,
  { headers, body = '' }: SentRequest,
  isBroken: boolean,
): Violation[] {
  if (!requestBody || body === '') return [];
  const allowed = Object.keys(requestBody.content);
  const rule = ruleAt('paths', path, method, 'requestBody', 'content');
  if (!allowed.includes(mediaTypeOf(headers) ?? '')) {
    const message = `must be ${allowed.join(' or ')}`;
    const place = { part: 'header', pointer: '/content-type', keyword: 'media-type' } as const;
    return [{ side: 'request', ...place, message, rule }];
  }
  const place = { part: 'body', pointer: '', keyword: 'json' } as const;
  return isBroken ? [{ side: 'request', ...place, message: 'must be JSON', rule }] : [];
}

function requestRule(operation: Operation, { part, pointer, keyword }: SchemaViolation): Rule {
  const steps = ['paths', operation.path, operation.method];
  if (part === 'body') {
    const schema = elementAt(...steps, 'requestBody', 'content', 'application/json', 'schema');
    return violatedElement(schema, pointer, keyword);
  }
  const [, name, ...rest] = pointer.split('/');
  const position = operation.parameters.findIndex((it) => it.in === part && it.name === name);
  if (position < 0) return operationRule(operation);
  const parameter = elementAt(...steps, 'parameters', `${position}`);
  return violatedElement(enter(parameter, 'schema'), ['', ...rest].join('/'), keyword);
}

/**
 * Violations of a server that accepts an invalid request: one for a missing key, and one for everything else,
 * with the most binding rule.
 *
 * @param wrong what is wrong with the request
 */
export function acceptedViolations(wrong: readonly Violation[], status: number): Violation[] {
  if (status < 200 || status > 299) return [];
  const errors = wrong.filter((violation) => !isUnlisted(violation));
  const keys = errors.filter(({ part }) => part === 'security');
  const others = errors.filter(({ part }) => part !== 'security');
  const rule = mostBinding(others.map((it) => it.rule));
  const worst = others.find((it) => it.rule === rule);
  return [
    ...keys.map((it) => accepted(it, 'security', it.pointer, 'the key')),
    ...(worst ? [accepted(worst, 'status', '', locationOf(worst))] : []),
  ];
}

function accepted(
  { message: reason, rule }: Violation,
  part: 'security' | 'status',
  pointer: string,
  location: string,
): Violation {
  const message = `must be an error: ${location} of the request ${reason}`;
  return { side: 'answer', part, pointer, keyword: 'accepted', message, rule };
}

function locationOf({ part, pointer }: Violation): string {
  return pointer === '' ? `the ${part}` : `${pointer} in the ${part}`;
}

/** What is wrong with the status, the headers and the body of a response. */
export function responseViolations(
  operation: Operation,
  { request, answer }: Exchange,
  closed: boolean,
): Violation[] {
  const { status, headers } = answer;
  const body = readBody(answer.body);
  const contentType = headers.get('content-type');
  const parts = { status, contentType, headers, body: body.value };
  const found = violationsOf(validators[operation.operationId].validateAnswer(parts, { closed }));
  const withRules = (some: readonly SchemaViolation[]) =>
    some.map((it) => violationOf('answer', it, ruleOfResponse(operation, status, it)));
  const wrongBody = (keyword: string, message: string): Violation => {
    const rule = responseRule(operation, status);
    return { side: 'answer', part: 'body', pointer: '', keyword, message, rule };
  };

  if (isBodiless(request.method, status, operation.responses[status])) {
    // Headers that describe the body may be left out with it (RFC 9110, section 9.3.2).
    const others = found.filter(
      ({ part, pointer }) =>
        part === 'status' ||
        (part === 'header' && (contentType !== null || pointer !== '/content-type')),
    );
    return [
      ...withRules(others),
      ...(answer.body === '' ? [] : [wrongBody('body', 'must be empty')]),
    ];
  }
  if (!body.isBroken) return withRules(found);
  const others = found.filter(({ part }) => part !== 'body');
  // A body of another media type, or with an undeclared status, does not have to be JSON.
  if (others.some(({ pointer, part }) => part === 'status' || pointer === '/content-type')) {
    return withRules(others);
  }
  // A body that is declared as JSON must be JSON, whatever the contract's provenance is (RFC 8259).
  return [...withRules(others), { ...wrongBody('json', 'must be JSON'), severity: 'error' }];
}

/**
 * Whether a response has no body: by its method or status (RFC 9110, sections 6.4.1 and 15.3.6), or because
 * what is declared for it has none.
 */
function isBodiless(method: string, status: number, declared: object | undefined): boolean {
  if (method === 'HEAD' || status < 200 || [204, 205, 304].includes(status)) return true;
  return declared !== undefined && !('content' in resolve<object>(declared));
}

function ruleOfResponse(operation: Operation, status: number, violation: SchemaViolation): Rule {
  const { part, pointer, keyword } = violation;
  if (part === 'status') return responseRule(operation, status);
  const response = ['paths', operation.path, operation.method, 'responses', `${status}`];
  if (part === 'header' && pointer !== '/content-type') {
    const { headers = {} } = resolve<Body>(operation.responses[status]!);
    const isMeant = (name: string) => pointer.toLowerCase() === `/${name.toLowerCase()}`;
    return ruleAt(...response, 'headers', Object.keys(headers).find(isMeant)!, 'schema');
  }
  const isWhole = part === 'header' || (keyword === 'required' && pointer === '');
  if (isWhole) return ruleAt(...response, 'content');
  const schema = elementAt(...response, 'content', 'application/json', 'schema');
  return violatedElement(schema, pointer, keyword);
}
