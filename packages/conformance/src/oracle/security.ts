import { contract, type Operation } from '../contract.ts';
import type { Violation } from './violation.ts';
import type { Exchange } from './exchange.ts';
import { securityRule } from './rule.ts';

/** The headers that carry keys, each with its security scheme (OpenAPI 3.1.1, section 4.8.27). */
export const keyHeaders: readonly { readonly scheme: string; readonly name: string }[] =
  Object.entries(contract.components.securitySchemes).map(([scheme, description]) => ({
    scheme,
    name: (description as { readonly name: string }).name,
  }));

/** What is wrong with the key. A request that lacks it is in order where the answer says so: by 401. */
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
