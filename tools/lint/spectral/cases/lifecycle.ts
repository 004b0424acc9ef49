import { at } from './base.ts';
import type { Cases } from './case.ts';

const lifecycle = [...at.status, 'x-lifecycle'];

function faults(...texts: string[]) {
  return texts.map((text) => ({
    path: lifecycle,
    message: `The lifecycle of \`JobStatus\` must ${text}.`,
  }));
}

export const lifecycles: Cases = {
  'contract-lifecycle-shape': {
    fires: [
      {
        name: 'a list that is missing, a cause that is unknown',
        given: [
          [[...lifecycle, 'refused'], undefined],
          [[...lifecycle, 'transitions', 1, 'cause'], 'magic'],
        ],
        want: [
          {
            path: lifecycle,
            message:
              'A lifecycle must have its known members, each in its form; mend #/components/schemas/JobStatus/x-lifecycle: "x-lifecycle" property must have required property "refused"',
          },
          {
            path: [...lifecycle, 'transitions', '1', 'cause'],
            message:
              'A lifecycle must have its known members, each in its form; mend #/components/schemas/JobStatus/x-lifecycle/transitions/1/cause: "cause" property must be equal to one of the allowed values: "time", "fault", "external". Did you mean "fault"?',
          },
        ],
      },
    ],
    silent: [
      { name: 'no final state', given: [[[...lifecycle, 'final'], []]] },
      {
        name: 'a member of that name',
        given: [[[...at.job, 'properties', 'x-lifecycle'], { type: 'string' }]],
      },
    ],
  },

  'contract-lifecycle-states': {
    fires: [
      {
        name: 'states that are unknown, out of reach, or final with a way out',
        given: [
          [[...lifecycle, 'initial'], 'PAUSED'],
          [[...lifecycle, 'final', 1], 'RUNNING'],
          [[...lifecycle, 'unchanged', 0, 'in'], 'RESTING'],
        ],
        want: faults(
          'know its states: add `RESTING` to `enum`, or mend the name',
          'lead from `PAUSED` to `RUNNING`, `DONE`: add the transitions',
          'end in `RUNNING`: take its transitions away, or it is not final',
        ),
      },
    ],
    silent: [
      {
        name: 'a way of several steps, and back',
        given: [
          [
            [...lifecycle, 'transitions'],
            [
              { from: 'PAUSED', to: 'DONE', cause: 'time' },
              { from: 'RUNNING', to: 'PAUSED', cause: 'time' },
              { from: 'PAUSED', to: 'RUNNING', cause: 'time' },
            ],
          ],
        ],
      },
    ],
  },

  'contract-lifecycle-operations': {
    fires: [
      {
        name: 'a transition with two reasons, one with none',
        given: [
          [[...lifecycle, 'transitions', 0, 'cause'], 'time'],
          [[...lifecycle, 'transitions', 1, 'cause'], undefined],
        ],
        want: faults(
          'have one reason for `RUNNING` to `PAUSED`: write either `operation` or `cause`',
          'have one reason for `RUNNING` to `DONE`: write either `operation` or `cause`',
        ),
      },
      {
        name: 'a state in two lists, and one in none',
        given: [[[...lifecycle, 'unchanged', 0, 'in'], 'RUNNING']],
        want: faults(
          'say what `pauseJobs` does in `RUNNING` once, not 2 times: take the others away',
          'say what `pauseJobs` does in `PAUSED`: add it to `transitions`, `unchanged` or `refused`',
        ),
      },
      {
        name: 'an operation that does not exist',
        given: [[[...at.pause, 'operationId'], 'pauseAll']],
        want: faults('name operations that exist: mend `pauseJobs`'),
      },
      {
        name: 'a refusal with a status that is not declared',
        given: [[[...lifecycle, 'refused', 0, 'status'], '409']],
        want: faults('refuse with a status of `pauseJobs`: declare 409, or mend it'),
      },
      {
        name: 'a refusal with an example that is not there',
        given: [[[...lifecycle, 'refused', 0, 'example'], 'JobOver']],
        want: faults('refuse with an example of 401 of `pauseJobs`: add `JobOver` there'),
      },
      {
        name: 'names that all objects have',
        given: [
          [[...lifecycle, 'refused', 0, 'status'], 'toString'],
          [[...lifecycle, 'unchanged', 0, 'operation'], 'constructor'],
        ],
        want: faults(
          'name operations that exist: mend `constructor`',
          'say what `pauseJobs` does in `PAUSED`: add it to `transitions`, `unchanged` or `refused`',
          'say what `constructor` does in `RUNNING`: add it to `transitions`, `unchanged` or `refused`',
          'say what `constructor` does in `DONE`: add it to `transitions`, `unchanged` or `refused`',
          'refuse with a status of `pauseJobs`: declare toString, or mend it',
        ),
      },
    ],
    silent: [
      {
        name: 'no operations at all',
        given: [
          [[...lifecycle, 'transitions', 0], { from: 'RUNNING', to: 'PAUSED', cause: 'external' }],
          [[...lifecycle, 'unchanged'], []],
          [[...lifecycle, 'refused'], []],
        ],
      },
    ],
  },
};
