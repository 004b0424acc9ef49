import { type OperationId, operations, type Violation } from '@agent-conversation/validators';
import { type Operation, type Parameter, resolve } from '../contract.ts';
import { type Breach, breachOf } from './breach.ts';
import { enter, placeAt } from './contract-place.ts';
import type { SentRequest } from './exchange.ts';
import { mediaTypeOf, readBody } from './message.ts';
import type { Route } from './route.ts';
import { operationRule, type Rule, ruleAt } from './rule.ts';
import { brokenRule } from './schema-place.ts';

/** What is wrong with a request, besides the key. */
export function requestBreaches(
  { operation, path }: Route,
  request: SentRequest,
  closed: boolean,
): Breach[] {
  const { searchParams: query } = new URL(request.url);
  const { headers } = request;
  const body = readBody(request.body);
  const unreadable = whyUnreadable(operation, request, body.isBroken);
  const validator = operations[operation.operationId as OperationId];
  const result = validator.validateRequest({ path, query, headers, body: body.value }, { closed });
  const found = (result.valid ? [] : result.violations)
    .filter(({ part }) => part !== 'body' || !unreadable)
    .map((violation) => breachOf('request', violation, ruleFor(operation, violation)));
  return unreadable ? [...found, unreadable] : found;
}

/** Why there is no telling what is in a body that the operation takes. */
function whyUnreadable(
  { path, method, requestBody }: Operation,
  { headers, body }: SentRequest,
  isBroken: boolean,
): Breach | undefined {
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

/** The part of the contract that a violation breaks. */
function ruleFor(operation: Operation, { part, pointer, keyword }: Violation): Rule {
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
