import { type Operation, type Parameter, resolve } from '../../contract.ts';
import { operationRule, type Rule, ruleAt, securityRule } from '../../oracle/rule.ts';
import { type Call, operationOf } from '../call.ts';
import type { Examination, Seen } from '../examination.ts';

/** Tells when a valid call was refused as if it were none, or as if there were no such operation. */
export function demandUnderstood(examination: Examination, call: Call, seen: Seen): void {
  const operation = operationOf(call.operation);
  if (seen.status === 401) {
    const message = 'must not be 401, as the call has the key';
    examination.report(securityRule(operation), { ...place, message, seen });
  } else if (refusals(operation).includes(seen.status) && !mayBeRefused(call, seen)) {
    const message = `must not be ${seen.status}, as the request is as the contract has it`;
    examination.report(requestRule(operation, call), { ...place, message, seen });
  } else if (absences.includes(seen.status) && !operation.responses[seen.status]) {
    const message = `must not be ${seen.status}, as the contract has this operation`;
    examination.report(operationRule(operation), { ...place, keyword: 'absent', message, seen });
  }
}

const place = { part: 'status', keyword: 'refused' } as const;

/** The statuses that say that there is no such operation (RFC 9110, sections 15.5.5, 15.5.6 and 15.6.2). */
const absences: readonly number[] = [404, 405, 501];

/** The statuses that say that a request is not as the contract has it. */
function refusals({ responses }: Operation): number[] {
  const malformed = Object.entries(responses).filter(
    ([, response]) => '$ref' in response && response.$ref.endsWith('/MalformedBody'),
  );
  return [422, ...malformed.map(([status]) => Number(status))];
}

/** Some deployments want to be told the ids of the conversations (decision D06). */
function mayBeRefused({ operation, query = [] }: Call, { status }: Seen): boolean {
  const hasIds = query.some((pair) => pair.startsWith('ids='));
  return operation === 'listAppConversations' && status === 422 && !hasIds;
}

/** What the request is made by. */
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
