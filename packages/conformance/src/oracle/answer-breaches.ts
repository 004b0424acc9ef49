import { type OperationId, operations, type Violation } from '@agent-conversation/validators';
import { type Operation, resolve } from '../contract.ts';
import { type Breach, breachOf } from './breach.ts';
import { placeAt } from './contract-place.ts';
import type { Exchange } from './exchange.ts';
import { readBody } from './message.ts';
import { answerRule, type Rule, ruleAt } from './rule.ts';
import { brokenRule } from './schema-place.ts';

/** What is wrong with the status, the media type and the body of an answer of an operation. */
export function answerBreaches(
  operation: Operation,
  { request, answer }: Exchange,
  closed: boolean,
): Breach[] {
  const { status, headers } = answer;
  const body = readBody(answer.body);
  const contentType = headers.get('content-type');
  const validator = operations[operation.operationId as OperationId];
  const result = validator.validateAnswer({ status, contentType, body: body.value }, { closed });
  const violations = result.valid ? [] : result.violations;
  const breaches = (some: readonly Violation[]) =>
    some.map((violation) => breachOf('answer', violation, ruleFor(operation, status, violation)));

  if (isBodiless(request.method, status, operation.responses[status])) {
    // Headers that tell of a body may be left out with it (RFC 9110, section 9.3.2).
    const beside = violations.filter(
      ({ part }) => part === 'status' || (part === 'header' && contentType !== null),
    );
    const surplus =
      answer.body === '' ? [] : [bodyBreach(operation, status, 'body', 'must be empty')];
    return [...breaches(beside), ...surplus];
  }
  if (!body.isBroken) return breaches(violations);
  const beside = violations.filter(({ part }) => part !== 'body');
  // What is of another media type, or of none that is declared, need not be JSON.
  if (beside.length > 0) return breaches(beside);
  // What calls itself JSON and is none breaks that promise, whatever the contract rests on (RFC 8259).
  return [{ ...bodyBreach(operation, status, 'json', 'must be JSON'), severity: 'error' }];
}

/**
 * Whether an answer has no body: by its method or status (RFC 9110, sections 6.4.1 and 15.3.6), or because
 * what is declared for it has none.
 */
export function isBodiless(method: string, status: number, declared: object | undefined): boolean {
  if (method === 'HEAD' || status < 200 || [204, 205, 304].includes(status)) return true;
  return declared !== undefined && !('content' in resolve<object>(declared));
}

function bodyBreach(
  operation: Operation,
  status: number,
  keyword: string,
  message: string,
): Breach {
  const rule = answerRule(operation, status);
  return { side: 'answer', part: 'body', pointer: '', keyword, message, rule };
}

/** The part of the contract that a violation breaks. */
function ruleFor(operation: Operation, status: number, violation: Violation): Rule {
  const { part, pointer, keyword } = violation;
  if (part === 'status') return answerRule(operation, status);
  const steps = ['paths', operation.path, operation.method, 'responses', `${status}`, 'content'];
  const isWhole = part === 'header' || (keyword === 'required' && pointer === '');
  if (isWhole) return ruleAt(...steps);
  return brokenRule(placeAt(...steps, 'application/json', 'schema'), pointer, keyword);
}
