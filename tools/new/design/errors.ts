import type { Contract } from '../contract/contract.ts';
import type { Sources } from '../contract/sources.ts';
import { pascal } from '../contract/words.ts';
import type { BodyDesign, ErrorDesign, ParameterDesign } from './design.ts';

/** The errors of an operation, each a response that operations share. */
export function designErrors(
  {
    parameters,
    body,
  }: { readonly parameters: readonly ParameterDesign[]; readonly body: BodyDesign | undefined },
  contract: Contract,
  sources: Sources,
): ErrorDesign[] {
  const there = (status: ErrorDesign['status'], response: string) => ({
    status,
    response,
    isNew: false,
  });
  const named = parameters.findLast((it) => it.in === 'path');
  const isChecked = body !== undefined || parameters.some((it) => it.in === 'query');
  return [
    ...(body ? [there(400, 'MalformedBody')] : []),
    there(401, 'Unauthorized'),
    ...(named ? [notFound(named, contract, sources)] : []),
    ...(isChecked ? [there(422, 'ValidationFailed')] : []),
  ];
}

/** What is answered when nobody has what the path names: as elsewhere, or a new response. */
function notFound(
  { component, name }: ParameterDesign,
  { operations }: Contract,
  sources: Sources,
): ErrorDesign {
  const sibling = operations.find(
    (it) => it.notFound !== undefined && it.parameters.includes(component),
  );
  const own = `${pascal(name.replace(/_id$/, ''))}NotFound`;
  const response = sibling?.notFound ?? own;
  return { status: 404, response, isNew: !sources.components('responses').includes(response) };
}
