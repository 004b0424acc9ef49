import {
  type OperationId,
  operations,
  type Violation as SchemaViolation,
} from '@agent-conversation/validators';
import { type Operation, type Parameter, resolve } from '../contract.ts';
import { isUnlisted, type Violation, violationOf } from './violation.ts';
import { enter, placeAt } from './contract-place.ts';
import type { SentRequest } from './exchange.ts';
import { mediaTypeOf, readBody } from './message.ts';
import type { Route } from './route.ts';
import { mostBinding, operationRule, type Rule, ruleAt } from './rule.ts';
import { brokenRule } from './schema-place.ts';

/** What is wrong with a request, apart from the key. */
export function requestViolations(
  { operation, path }: Route,
  request: SentRequest,
  closed: boolean,
): Violation[] {
  const { searchParams: query } = new URL(request.url);
  const { headers } = request;
  const body = readBody(request.body);
  const unreadable = whyUnreadable(operation, request, body.isBroken);
  const validator = operations[operation.operationId as OperationId];
  const result = validator.validateRequest({ path, query, headers, body: body.value }, { closed });
  const found = (result.valid ? [] : result.violations)
    .filter(({ part }) => part !== 'body' || !unreadable)
    .map((violation) => violationOf('request', violation, ruleFor(operation, violation)));
  return unreadable ? [...found, unreadable] : found;
}

/** Why there is no telling what is in a body that the operation takes. */
function whyUnreadable(
  { path, method, requestBody }: Operation,
  { headers, body }: SentRequest,
  isBroken: boolean,
): Violation | undefined {
  if (!requestBody || body === undefined || body === '') return undefined;
  const allowed = Object.keys(requestBody.content);
  const rule = ruleAt('paths', path, method, 'requestBody', 'content');
  if (!allowed.includes(mediaTypeOf(headers) ?? '')) {
    const message = `must be ${allowed.join(' or ')}`;
    const place = { part: 'header', pointer: '/content-type', keyword: 'media-type' } as const;
    return { side: 'request', ...place, message, rule };
  }
  const place = { part: 'body', pointer: '', keyword: 'json' } as const;
  return isBroken ? { side: 'request', ...place, message: 'must be JSON', rule } : undefined;
}

/**
 * The rule that is assumed for a request without a parameter (`x-assumed: { omission }`): whatever the response
 * is then, it violates nothing but an assumption.
 */
export function omissionRule({ operation }: Route, { url }: SentRequest): Rule | undefined {
  const { searchParams: query } = new URL(url);
  for (const [position, it] of (operation.parameters ?? []).entries()) {
    const { name, 'x-assumed': assumed } = resolve<Parameter>(it);
    if (assumed?.omission === undefined || query.has(name)) continue;
    const steps = ['paths', operation.path, operation.method, 'parameters', `${position}`];
    const { pointer } = enter(placeAt(...steps), 'x-assumed');
    return { provenance: 'assumed', decision: assumed.omission, contract: pointer };
  }
  return undefined;
}

/** The part of the contract that is violated. */
function ruleFor(operation: Operation, { part, pointer, keyword }: SchemaViolation): Rule {
  const steps = ['paths', operation.path, operation.method];
  if (part === 'body') {
    const schema = placeAt(...steps, 'requestBody', 'content', 'application/json', 'schema');
    return brokenRule(schema, pointer, keyword);
  }
  const [, name, ...rest] = pointer.split('/');
  const position = (operation.parameters ?? [])
    .map(resolve<Parameter>)
    .findIndex((parameter) => parameter.in === part && parameter.name === name);
  if (position < 0) return operationRule(operation);
  const parameter = placeAt(...steps, 'parameters', `${position}`);
  return brokenRule(enter(parameter, 'schema'), ['', ...rest].join('/'), keyword);
}

/**
 * Violations of a server that accepts an invalid request: one for a missing key, and one for everything else,
 * with the most binding rule.
 *
 * @param asked what is wrong with the request
 */
export function acceptedViolations(asked: readonly Violation[], status: number): Violation[] {
  if (status < 200 || status > 299) return [];
  const wrong = asked.filter((violation) => !isUnlisted(violation));
  const faults = wrong.filter(({ part }) => part !== 'security');
  const rule = mostBinding(faults.map((fault) => fault.rule));
  const fault = faults.find((it) => it.rule === rule);
  return [
    ...wrong
      .filter(({ part }) => part === 'security')
      .map((violation) => accepted(violation, 'security', violation.pointer)),
    ...(fault ? [accepted(fault, 'status', '')] : []),
  ];
}

function accepted(fault: Violation, part: 'security' | 'status', pointer: string): Violation {
  const message = `must be an error: ${placeOf(fault)} of the request ${fault.message}`;
  return { side: 'answer', part, pointer, keyword: 'accepted', message, rule: fault.rule };
}

/** Describes where a request is wrong. */
function placeOf({ part, pointer }: Violation): string {
  if (part === 'security') return 'the key';
  return pointer === '' ? `the ${part}` : `${pointer} in the ${part}`;
}
