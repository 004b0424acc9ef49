/** What is wrong with the parts of an exchange, each with the rule that is violated. */
import type { Invalid, Violation as SchemaViolation } from '@agent-conversation/validators';
import { type Body, contract, type Operation, resolve, validators } from '../contract.ts';
import {
  type Exchange,
  type Violation,
  mediaTypeOf,
  readBody,
  type SentRequest,
  type Severity,
} from './exchange.ts';
import {
  elementAt,
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
export interface RuleViolation extends Pick<
  Violation,
  'side' | 'part' | 'pointer' | 'keyword' | 'message'
> {
  readonly rule: Rule;
  /** Set if it does not follow from the provenance of the rule. */
  readonly severity?: Severity;
}

/** Whether it is a property or parameter that the contract does not list, which is allowed (decision D22). */
export function isUnlisted({ keyword }: Pick<RuleViolation, 'keyword'>): boolean {
  return keyword === 'additionalProperties';
}

/** Whether a secret is shown, which is an error whatever the contract's provenance is. */
export function isSecret({ keyword }: Pick<RuleViolation, 'keyword'>): boolean {
  return keyword === 'secret';
}

/**
 * Returns a violation with its severity: a warning where the contract is assumed, else an error.
 *
 * @param strict whether what is assumed is binding
 */
export function violationOf(
  { rule, severity, ...found }: RuleViolation,
  operation: Violation['operation'],
  strict: boolean,
): Violation {
  const binds = strict || rule.provenance !== 'assumed' || isSecret(found);
  const level = severity ?? (binds ? 'error' : 'warning');
  return { operation, ...found, severity: level, ...ruleOf(rule) };
}

/** The headers of keys, each with its security scheme (OpenAPI 3.1.1, section 4.8.27). */
export const keyHeaders = Object.entries(contract.components.securitySchemes).map(
  ([scheme, { name }]) => ({ scheme, name }),
);

/** What is wrong with the key. A request without it is valid if the response is 401. */
export function securityViolations(
  operation: Operation,
  { request, response }: Exchange,
): RuleViolation[] {
  if (response.status === 401) return [];
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
): RuleViolation[] {
  const { searchParams: query } = new URL(request.url);
  const { headers } = request;
  const { value: body, isBroken } = readBody(request.body);
  const parts = { path, query, headers, body };
  const result = validators[operation.operationId].validateRequest(parts, { closed });
  const found = violationsOf(operation, result);

  const content = Object.keys(operation.requestBody?.content ?? {});
  const isOfType = content.includes(mediaTypeOf(headers) ?? '');
  const isReadable = content.length === 0 || !request.body || (isOfType && !isBroken);
  if (isReadable) return found;
  const { path: template, method } = operation;
  return [
    ...found.filter(({ part }) => part !== 'body'),
    {
      side: 'request',
      ...(isOfType
        ? { part: 'body', pointer: '', keyword: 'json' }
        : { part: 'header', pointer: '/content-type', keyword: 'media-type' }),
      message: `must be ${isOfType ? 'JSON' : content.join(' or ')}`,
      rule: ruleAt('paths', template, method, 'requestBody', 'content'),
    },
  ];
}

function violationsOf(
  operation: Operation,
  result: { readonly valid: true } | Invalid,
  status?: number,
): RuleViolation[] {
  if (result.valid) return [];
  const side = status === undefined ? 'request' : 'response';
  return result.violations.map((violation) => {
    const { part, pointer, keyword, message } = violation;
    const rule = ruleFor(operation, violation, status);
    const found = { side, part, pointer, keyword, message, rule } as const;
    return isUnlisted(found) ? { ...found, severity: 'warning' } : found;
  });
}

/** The part of the contract that a request violates; with a status, the part that the response violates. */
function ruleFor(operation: Operation, violation: SchemaViolation, status?: number): Rule {
  const { part, pointer, keyword } = violation;
  const steps = ['paths', operation.path, operation.method];
  const isRequest = status === undefined;
  const message = [...steps, ...(isRequest ? ['requestBody'] : ['responses', `${status}`])];
  if (part === 'body' && (isRequest || keyword !== 'required' || pointer !== '')) {
    const schema = elementAt(...message, 'content', 'application/json', 'schema');
    return violatedElement(schema, pointer, keyword);
  }
  if (isRequest) {
    const [, name, ...rest] = pointer.split('/');
    const index = operation.parameters.findIndex((it) => it.in === part && it.name === name);
    if (index < 0) return operationRule(operation);
    const schema = elementAt(...steps, 'parameters', `${index}`, 'schema');
    return violatedElement(schema, ['', ...rest].join('/'), keyword);
  }
  if (part === 'status') return responseRule(operation, status);
  if (part === 'body' || pointer === '/content-type') return ruleAt(...message, 'content');
  const { headers = {} } = resolve<Body>(operation.responses[status]!);
  const isMeant = (name: string) => pointer.toLowerCase() === `/${name.toLowerCase()}`;
  return ruleAt(...message, 'headers', Object.keys(headers).find(isMeant)!, 'schema');
}

/**
 * Violations of a server that accepts an invalid request: one for a missing key, and one for everything else,
 * with the most binding rule.
 *
 * @param wrong what is wrong with the request
 */
export function acceptedViolations(
  wrong: readonly RuleViolation[],
  status: number,
): RuleViolation[] {
  if (status < 200 || status > 299) return [];
  const isOfKey = ({ part }: RuleViolation) => part === 'security';
  const others = wrong.filter((violation) => !isUnlisted(violation) && !isOfKey(violation));
  const rule = mostBinding(others.map((it) => it.rule));
  const worst = others.filter((it) => it.rule === rule).slice(0, 1);
  return [...wrong.filter(isOfKey), ...worst].map((violation) => {
    const { part, pointer, message: reason } = violation;
    const isKey = isOfKey(violation);
    const location = pointer === '' ? `the ${part}` : `${pointer} in the ${part}`;
    return {
      side: 'response',
      part: isKey ? 'security' : 'status',
      pointer: isKey ? pointer : '',
      keyword: 'accepted',
      message: `must be an error: ${isKey ? 'the key' : location} of the request ${reason}`,
      rule: violation.rule,
    };
  });
}

/** What is wrong with the status, the headers and the body of a response. */
export function responseViolations(
  operation: Operation,
  { request, response }: Exchange,
  closed: boolean,
): RuleViolation[] {
  const { status, headers } = response;
  const { value: body, isBroken } = readBody(response.body);
  const contentType = headers.get('content-type');
  const parts = { status, contentType, headers, body };
  const result = validators[operation.operationId].validateResponse(parts, { closed });
  const found = violationsOf(operation, result, status);
  const isOfType = ({ part, pointer }: RuleViolation) =>
    part === 'header' && pointer === '/content-type';
  const wrongBody = (keyword: string, message: string): RuleViolation => {
    const rule = responseRule(operation, status);
    return { side: 'response', part: 'body', pointer: '', keyword, message, rule };
  };

  const others = found.filter(({ part }) => part !== 'body');
  if (isBodiless(request.method, status, operation.responses[status])) {
    return [
      // Headers that describe the body may be left out with it (RFC 9110, section 9.3.2).
      ...others.filter((it) => contentType !== null || !isOfType(it)),
      ...(response.body === '' ? [] : [wrongBody('body', 'must be empty')]),
    ];
  }
  if (!isBroken) return found;
  // A body of another media type, or with an undeclared status, does not have to be JSON.
  if (others.some((it) => it.part === 'status' || isOfType(it))) return others;
  // A body that is declared as JSON must be JSON, whatever the contract's provenance is (RFC 8259).
  return [...others, { ...wrongBody('json', 'must be JSON'), severity: 'error' }];
}

/**
 * Whether a response has no body: by its method or status (RFC 9110, sections 6.4.1 and 15.3.6), or because
 * what is declared for it has none.
 */
function isBodiless(method: string, status: number, declared: object | undefined): boolean {
  if (method === 'HEAD' || status < 200 || [204, 205, 304].includes(status)) return true;
  return declared !== undefined && !('content' in resolve<object>(declared));
}
