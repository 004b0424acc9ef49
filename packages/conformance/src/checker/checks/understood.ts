import { type Operation, type Parameter, resolve } from '../../contract.ts';
import { operationRule, type Rule, ruleAt, securityRule } from '../../oracle/rule.ts';
import { type Call, omissionIn, operationOf } from '../call.ts';
import type { CheckContext, Seen } from '../check-context.ts';

/** Reports a valid call that is rejected as if it were invalid, or as if there were no such operation. */
export function demandUnderstood(context: CheckContext, call: Call, seen: Seen): void {
  const operation = operationOf(call.operation);
  // As a text, the body states that the user has no access to a repository of the request.
  if (seen.status === 401 && typeof seen.body !== 'string') {
    const message = 'must not be 401, because the call has the key';
    context.report(securityRule(operation), { ...place, message, seen });
  } else if (seen.status === 422 && operation.responses['422'] && !mayBeRejected(call)) {
    const message = 'must not be 422, because the request is valid';
    context.report(requestRule(operation, call), { ...place, message, seen });
  } else if (absences.includes(seen.status) && !operation.responses[seen.status]) {
    const message = `must not be ${seen.status}, because the contract has this operation`;
    context.withdraw(seen, 'status');
    context.report(operationRule(operation), { ...place, keyword: 'absent', message, seen });
  }
}

const place = { part: 'status', keyword: 'refused' } as const;

/** The statuses that say that there is no such operation (RFC 9110, sections 15.5.5, 15.5.6 and 15.6.2). */
const absences: readonly number[] = [404, 405, 501];

/** Deployments require the ids of the conversations (decision D06), and a body (decision D38). */
function mayBeRejected(call: Call): boolean {
  const { requestBody } = operationOf(call.operation);
  return (requestBody && call.body === undefined) || omissionIn(call) !== undefined;
}

/** The part of the contract that describes the request. */
function requestRule(operation: Operation, { query = [], body }: Call): Rule {
  const { path, method, parameters = [] } = operation;
  if (body !== undefined && operation.requestBody) {
    return ruleAt('paths', path, method, 'requestBody', 'content', 'application/json', 'schema');
  }
  const used = parameters.findIndex((parameter) => {
    const { name } = resolve<Parameter>(parameter);
    return query.some((pair) => pair.startsWith(`${name}=`));
  });
  return used < 0
    ? operationRule(operation)
    : ruleAt('paths', path, method, 'parameters', `${used}`);
}
