import {
  type Body,
  type Contract,
  type Operation,
  operationsOf,
  type Parameter,
  resolveIn,
} from '../../src/contract.ts';
import { answerTerms, requestTerms, type Terms } from './schema-terms.ts';

/**
 * The terms of a contract, a sorted line for each: what callers may rely on, operation by operation.
 *
 * - `startSandbox assures: …` is a promise, which callers miss when it is gone;
 * - `startSandbox reserves: …` is a freedom of the service, or a demand of it: callers are not prepared for
 *   another one.
 *
 * Behind the colon is the place that the term is about. Texts and examples are no terms.
 */
export function termsOf(contract: Contract): string[] {
  const lines = operationsOf(contract).flatMap((operation) => {
    const { assures, reserves } = joined(operationTerms(operation, contract));
    const of = (kind: string, terms: readonly string[]) =>
      terms.map((term) => `${operation.operationId} ${kind}: ${term}`);
    return [...of('assures', assures), ...of('reserves', reserves)];
  });
  return [...new Set(lines)].toSorted();
}

function* operationTerms(operation: Operation, contract: Contract): Generator<Terms> {
  const { method, path, security, parameters = [], requestBody, responses } = operation;
  yield { assures: [`path is ${method.toUpperCase()} ${path}`] };
  for (const name of security.flatMap((requirement) => Object.keys(requirement))) {
    const scheme = contract.components.securitySchemes[name] as { in: string; name: string };
    yield { reserves: [`${scheme.in}.${scheme.name} is needed`] };
  }
  for (const parameter of parameters)
    yield* parameterTerms(resolveIn(contract, parameter), contract);
  if (requestBody) yield* bodyTerms(resolveIn(contract, requestBody), contract);
  for (const [status, response] of Object.entries(responses)) {
    const { content = {} } = resolveIn(contract, response) as Partial<Body>;
    yield { assures: [`${status} is declared`] };
    for (const [type, { schema }] of Object.entries(content)) {
      yield { assures: [`${status} comes as ${type}`] };
      yield* answerTerms(schema, status, contract);
    }
  }
}

function* parameterTerms(parameter: Parameter, contract: Contract): Generator<Terms> {
  const { in: place, name, required = false, style, explode, schema } = parameter;
  const at = `${place}.${name}`;
  yield { assures: [`${at} is taken`], reserves: required ? [`${at} is needed`] : [] };
  if (style !== undefined) yield { assures: [`${at} is written as ${style}`] };
  if (explode !== undefined) yield { assures: [`${at} is ${explode ? '' : 'not '}repeated`] };
  yield* requestTerms(schema, at, contract);
}

function* bodyTerms({ required = false, content }: Body, contract: Contract): Generator<Terms> {
  if (required) yield { reserves: ['body is needed'] };
  for (const [type, { schema }] of Object.entries(content)) {
    yield { assures: [`body is taken as ${type}`] };
    yield* requestTerms(schema, 'body', contract);
  }
}

function joined(all: Iterable<Terms>): Required<Terms> {
  const list = [...all];
  return {
    assures: list.flatMap(({ assures = [] }) => assures),
    reserves: list.flatMap(({ reserves = [] }) => reserves),
  };
}
