/** Examples of bodies. */
import {
  childOf,
  type Contract,
  type ContractOperation,
  dereference,
  type Example,
  type Json,
  listOf,
  type Message,
} from '@agent-conversation/contract';
import type { Context } from './links.ts';

/** An example as pages show it. */
interface ShownExample {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

/** Returns the examples of a body in all of its content types. */
export function examplesIn(
  contract: Contract,
  { content = {} }: Message,
): ShownExample[] {
  const shown: ShownExample[] = [];
  for (const media of Object.values(content)) {
    const single = childOf(media, 'example');
    if (single !== undefined)
      shown.push({ name: 'example', summary: 'Example', value: single });
    for (const [name, example] of Object.entries(media.examples ?? {})) {
      const {
        summary = name,
        value,
        ...others
      } = dereference<Example>(contract, example);
      // An example can be elsewhere (OpenAPI 3.1.1, section 4.8.19).
      const address = childOf(others, 'externalValue') ?? null;
      shown.push({
        name,
        summary,
        value: value === undefined ? address : value,
      });
    }
  }
  return shown;
}

/**
 * Returns the examples of a response that its operation can have. Operations share responses: an example whose errors
 * name a parameter or a body that the operation has not is left out. If none is left, the example is what the newest
 * edition has responded.
 */
export function examplesFor(
  context: Context,
  operation: ContractOperation,
  status: string,
): ShownExample[] {
  const { operationId, responses } = operation;
  const examples = examplesIn(context.contract, responses[status]!);
  const possible = examples.filter(({ value }) =>
    isPossible(context, operation, value),
  );
  if (examples.length === 0 || possible.length > 0) return possible;
  const recorded = context.evidence.filter((exchange) => {
    const recordedStatus = String(exchange.response.status);
    return exchange.operationId === operationId && recordedStatus === status;
  });
  const edition = recorded.at(-1)?.edition;
  const first = recorded.find((exchange) => exchange.edition === edition);
  if (!first) return [];
  const { name, response } = first;
  return [{ name, summary: `Recorded with ${edition}`, value: response.body }];
}

/** Whether an operation has what the errors in a body name by `loc`, such as `["query", "limit"]`. */
function isPossible(
  { contract }: Context,
  operation: ContractOperation,
  body: unknown,
): boolean {
  const { parameters, requestBody } = operation;
  const schema =
    requestBody?.schema && dereference(contract, requestBody.schema);

  const isKnown = (location?: Json, name?: Json): boolean => {
    if (location !== 'body') {
      return parameters.some(
        (parameter) => parameter.in === location && parameter.name === name,
      );
    }
    // A number is a position in the text of the body.
    if (typeof name !== 'string') return requestBody !== undefined;
    return childOf(schema?.properties, name) !== undefined;
  };

  const errors = listOf(childOf(body, 'detail'));
  return errors.every((error) => {
    const [location, name] = listOf(childOf(error, 'loc'));
    return isKnown(location, name);
  });
}
