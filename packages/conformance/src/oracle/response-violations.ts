import {
  type OperationId,
  operations,
  type Violation as SchemaViolation,
} from '@agent-conversation/validators';
import { type Body, type Operation, resolve } from '../contract.ts';
import { placeAt } from './contract-place.ts';
import type { Exchange } from './exchange.ts';
import { readBody } from './message.ts';
import { answerRule, type Rule, ruleAt } from './rule.ts';
import { brokenRule } from './schema-place.ts';
import { type Violation, violationOf } from './violation.ts';

/** What is wrong with the status, the headers and the body of a response. */
export function responseViolations(
  operation: Operation,
  { request, answer }: Exchange,
  closed: boolean,
): Violation[] {
  const { status, headers } = answer;
  const body = readBody(answer.body);
  const contentType = headers.get('content-type');
  const validator = operations[operation.operationId as OperationId];
  const parts = { status, contentType, headers, body: body.value };
  const result = validator.validateAnswer(parts, { closed });
  const found = result.valid ? [] : result.violations;
  const withRules = (some: readonly SchemaViolation[]) =>
    some.map((it) => violationOf('answer', it, ruleFor(operation, status, it)));

  if (isBodiless(request.method, status, operation.responses[status])) {
    // Headers that describe the body may be left out with it (RFC 9110, section 9.3.2).
    const beside = found.filter(
      ({ part, pointer }) =>
        part === 'status' ||
        (part === 'header' && (contentType !== null || pointer !== '/content-type')),
    );
    const surplus =
      answer.body === '' ? [] : [bodyViolation(operation, status, 'body', 'must be empty')];
    return [...withRules(beside), ...surplus];
  }
  if (!body.isBroken) return withRules(found);
  const beside = found.filter(({ part }) => part !== 'body');
  // A body of another media type, or with an undeclared status, does not have to be JSON.
  if (beside.some(({ pointer, part }) => part === 'status' || pointer === '/content-type')) {
    return withRules(beside);
  }
  // A body that is declared as JSON must be JSON, whatever the contract's provenance is (RFC 8259).
  const broken = bodyViolation(operation, status, 'json', 'must be JSON');
  return [...withRules(beside), { ...broken, severity: 'error' }];
}

/**
 * Whether a response has no body: by its method or status (RFC 9110, sections 6.4.1 and 15.3.6), or because
 * what is declared for it has none.
 */
export function isBodiless(method: string, status: number, declared: object | undefined): boolean {
  if (method === 'HEAD' || status < 200 || [204, 205, 304].includes(status)) return true;
  return declared !== undefined && !('content' in resolve<object>(declared));
}

function bodyViolation(
  operation: Operation,
  status: number,
  keyword: string,
  message: string,
): Violation {
  const rule = answerRule(operation, status);
  return { side: 'answer', part: 'body', pointer: '', keyword, message, rule };
}

/** The part of the contract that is violated. */
function ruleFor(operation: Operation, status: number, violation: SchemaViolation): Rule {
  const { part, pointer, keyword } = violation;
  if (part === 'status') return answerRule(operation, status);
  const response = ['paths', operation.path, operation.method, 'responses', `${status}`];
  if (part === 'header' && pointer !== '/content-type') {
    const { headers = {} } = resolve<Body>(operation.responses[status]!);
    const name = Object.keys(headers).find(
      (it) => pointer.toLowerCase() === `/${it.toLowerCase()}`,
    )!;
    return ruleAt(...response, 'headers', name, 'schema');
  }
  const isWhole = part === 'header' || (keyword === 'required' && pointer === '');
  if (isWhole) return ruleAt(...response, 'content');
  return brokenRule(
    placeAt(...response, 'content', 'application/json', 'schema'),
    pointer,
    keyword,
  );
}
