import { factsOf } from '../answer-faults/facts.ts';
import { isSuccess } from '../answer-faults/status.ts';
import type { Contract, Lifecycle } from '../contract/contract.ts';
import { isObject, placesOf } from '../contract/places.ts';
import { member, replaceAt } from '../contract/pointer.ts';
import type { PassedAnswer, Passing } from './fault.ts';
import { jsonOf, withJson } from './json.ts';

/** The state of a thing, where an answer shows it. */
interface ShownState {
  /** The JSON Pointer to the state. */
  readonly pointer: string;
  readonly id: string;
  readonly state: string;
  readonly lifecycle: Lifecycle;
}

/**
 * The states that an answer shows: of objects with an `id` and a `status`, where operations of the contract
 * move things from one status to another.
 */
function statesIn(contract: Contract, { request, answer }: Passing): readonly ShownState[] {
  const schema = request.operation?.answers.get(`${answer.status}`)?.schema;
  const value = jsonOf(answer.body);
  if (!schema || value === undefined) return [];
  const places = placesOf(contract, new Set(), schema, value);
  const moving = new Map(
    places.flatMap(({ pointer, schema: { 'x-lifecycle': lifecycle } }) =>
      lifecycle?.transitions.some((it) => it.operation) ? [[pointer, lifecycle] as const] : [],
    ),
  );
  return places.flatMap(({ pointer: outer, value: thing }) => {
    const pointer = member(outer, 'status');
    const lifecycle = moving.get(pointer);
    if (!isObject(thing) || !lifecycle) return [];
    const { id, status: state } = thing;
    return typeof id === 'string' && typeof state === 'string'
      ? [{ pointer, id, state, lifecycle }]
      : [];
  });
}

/** The answer with other states in it; undefined where none of them is another. */
export function showing(
  contract: Contract,
  passing: Passing,
  choose: (shown: ShownState) => string | undefined,
): PassedAnswer | undefined {
  const changes = statesIn(contract, passing).flatMap((shown) => {
    const state = choose(shown);
    return state === undefined || state === shown.state ? [] : [{ ...shown, state }];
  });
  if (changes.length === 0) return undefined;
  const value = changes.reduce(
    (whole, { pointer, state }) => replaceAt(whole, pointer, state),
    jsonOf(passing.answer.body),
  );
  return withJson(passing.answer, value);
}

/** Something that was told to change its state. */
interface Told {
  readonly id: string;
  /** The state in which it was last seen. */
  readonly from: string;
  /** The state to which the operation leads, from where it is allowed. */
  readonly to: string;
  /** Whether the operation is allowed in the state `from`. */
  readonly isAllowed: boolean;
}

/**
 * Follows the states that answers show.
 *
 * @returns a function that is to see every exchange; it tells what was told to change its state, by an
 * operation that some lifecycle names
 */
export function followStates(contract: Contract): (passing: Passing) => Told | undefined {
  const seen = new Map<string, string>();
  return (passing) => {
    for (const { id, state } of statesIn(contract, passing)) seen.set(id, state);
    const { request, answer } = passing;
    const [id] = Object.values(request.path);
    const from = id === undefined ? undefined : seen.get(id);
    const steps = stepsBy(contract, request.operation?.id);
    const [anyStep] = steps;
    if (id === undefined || from === undefined || !anyStep) return undefined;
    const step = steps.find((each) => each.from === from);
    if (step && isSuccess(answer.status)) seen.set(id, step.to);
    return { id, from, to: anyStep.to, isAllowed: step !== undefined };
  };
}

function stepsBy(contract: Contract, operation: string | undefined): Lifecycle['transitions'] {
  return factsOf(contract)
    .schemas.flatMap(({ 'x-lifecycle': lifecycle }) => lifecycle?.transitions ?? [])
    .filter((step) => step.operation !== undefined && step.operation === operation);
}
