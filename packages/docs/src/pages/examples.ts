/** Examples of responses. */
import {
  childOf,
  type ContractOperation,
  dereference,
  type Json,
  listOf,
} from '@agent-conversation/contract';
import type { Context } from './links.ts';

/**
 * Returns the examples of a response that its operation can have. Operations share responses: an example whose errors
 * name a parameter or a body that the operation has not is left out. If none is left, the example is what the newest
 * edition has responded.
 */
export function examplesFor(context: Context, operation: ContractOperation, status: string) {
  const { operationId, responses } = operation;
  const [media] = Object.values(responses[status]?.content ?? {});
  const all = Object.entries(media?.examples ?? {}).map(([name, example]) => {
    const { summary, value } = dereference(context.contract, example);
    return { name, summary, value };
  });
  const possible = all.filter(({ value }) => isPossible(context, operation, value));
  if (all.length === 0 || possible.length > 0) return possible;
  const recorded = context.evidence.filter(
    (exchange) => exchange.operationId === operationId && `${exchange.response.status}` === status,
  );
  const newest = recorded.at(-1)?.edition;
  const first = recorded.find(({ edition }) => edition === newest);
  const summary = `Recorded with ${newest}`;
  return first ? [{ name: first.name, summary, value: first.response.body }] : [];
}

/** Whether an operation has what the errors in a body name by `loc`, such as `["query", "limit"]`. */
function isPossible({ contract }: Context, operation: ContractOperation, body: unknown): boolean {
  const { parameters, requestBody } = operation;
  const properties = requestBody && dereference(contract, requestBody.schema).properties;
  const isKnown = (location?: Json, name?: Json) => {
    if (location !== 'body') return parameters.some((it) => it.in === location && it.name === name);
    // A number is a position in the text of the body.
    return typeof name === 'string' ? childOf(properties, name) : requestBody;
  };
  const locations = listOf(childOf(body, 'detail')).map((error) => listOf(childOf(error, 'loc')));
  return locations.every(([location, name]) => Boolean(isKnown(location, name)));
}
