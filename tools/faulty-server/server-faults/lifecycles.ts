import { isSuccess } from '../answer-faults/status.ts';
import type { Contract } from '../contract/contract.ts';
import type { ServerFault, Striking } from './fault.ts';
import { successOf } from './json.ts';
import { followStates, showing } from './states.ts';

/** A server that does not keep the lifecycles of the contract, as its searches show. */
export const lifecycleFaults: readonly ServerFault[] = [
  {
    id: 'E29',
    title: 'a change of state is not kept: what was told to change is shown as it was before',
    begin: ({ contract }) => keepingOld(contract, () => true),
  },
  {
    id: 'E30',
    title: 'a forbidden transition: what must leave a state as it is changes it',
    begin: ({ contract }) => {
      const follow = followStates(contract);
      const forced = new Map<string, string>();
      return {
        answer: (passing) => {
          const told = follow(passing);
          if (told && !told.isAllowed && told.to !== told.from) {
            forced.set(told.id, told.to);
            return successOf(passing.request.operation);
          }
          return showing(contract, passing, ({ id }) => {
            const state = forced.get(id);
            forced.delete(id);
            return state;
          });
        },
      };
    },
  },
  {
    id: 'E31',
    title: 'a transition is missing: what was resumed stays paused',
    begin: ({ contract }) => keepingOld(contract, (from) => from === 'PAUSED'),
  },
  {
    id: 'order',
    title: 'a final state is left again: what is there is first shown as gone',
    begin: ({ contract }) => {
      const shown = new Set<string>();
      return {
        answer: (passing) =>
          showing(contract, passing, ({ id, lifecycle }) => {
            if (shown.has(id)) return undefined;
            shown.add(id);
            return lifecycle.final[0];
          }),
      };
    },
  },
];

/** Shows what was told to change its state in the state that it had before. */
function keepingOld(contract: Contract, isMeant: (from: string) => boolean): Striking {
  const follow = followStates(contract);
  const kept = new Map<string, string>();
  return {
    answer: (passing) => {
      const told = follow(passing);
      if (told?.isAllowed && isSuccess(passing.answer.status) && !kept.has(told.id)) {
        if (isMeant(told.from)) kept.set(told.id, told.from);
      }
      return showing(contract, passing, ({ id }) => kept.get(id));
    },
  };
}
