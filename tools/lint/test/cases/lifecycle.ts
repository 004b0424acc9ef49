import { type Case, status, replace } from './edit.ts';

export const lifecycleCases: Readonly<Record<string, readonly Case[]>> = {
  'contract-lifecycle-shape': [
    {
      reports: 'required property "final"',
      at: 'x-lifecycle:',
      edits: [replace(status, '  final: [DONE]\n', '')],
    },
    {
      reports: 'fix #/components/schemas/JobStatus/x-lifecycle',
      at: 'x-lifecycle:',
      edits: [replace(status, '  final:', '  ends: []\n  final:')],
    },
    { edits: [replace(status, 'final: [DONE]', 'final: []')] },
  ],
  'contract-lifecycle-states': [
    {
      reports: 'add `RESTING` to `enum`',
      at: 'x-lifecycle:',
      edits: [replace(status, 'in: PAUSED', 'in: RESTING')],
    },
    {
      reports: 'lead from `RUNNING` to `DONE`',
      at: 'x-lifecycle:',
      edits: [
        replace(
          status,
          '    - { from: RUNNING, to: DONE, cause: time, description: It has ended. }\n',
          '',
        ),
      ],
    },
    {
      reports: 'end in `RUNNING`',
      at: 'x-lifecycle:',
      edits: [replace(status, 'final: [DONE]', 'final: [RUNNING, DONE]')],
    },
    {
      edits: [
        replace(
          status,
          '  unchanged:',
          '    - { from: PAUSED, to: RUNNING, cause: time, description: It goes on. }\n  unchanged:',
        ),
      ],
    },
  ],
  'contract-lifecycle-operations': [
    {
      reports: 'write either `operation` or `cause`',
      at: 'x-lifecycle:',
      edits: [replace(status, 'to: DONE, cause: time', 'to: DONE')],
    },
    {
      reports: 'does in `PAUSED`: add it',
      at: 'x-lifecycle:',
      edits: [replace(status, 'in: PAUSED', 'in: RUNNING')],
    },
    {
      reports: 'in `RUNNING` once, not 2 times',
      at: 'x-lifecycle:',
      edits: [replace(status, 'in: PAUSED', 'in: RUNNING')],
    },
    {
      reports: 'name operations that exist: fix `stopJob`',
      at: 'x-lifecycle:',
      edits: [
        replace(
          status,
          'in: PAUSED, operation: pauseJob',
          'in: PAUSED, operation: stopJob',
        ),
      ],
    },
    {
      reports: 'declare 418, or fix it',
      at: 'x-lifecycle:',
      edits: [replace(status, "'409'", "'418'")],
    },
    {
      reports: 'use an example of 409',
      at: 'x-lifecycle:',
      edits: [replace(status, 'example: JobOver', 'example: Lost')],
    },
    {
      edits: [
        replace(
          status,
          'operation: pauseJob, description: It rests. }',
          'cause: external, description: It rests. }',
        ),
        replace(
          status,
          "  unchanged:\n    - { in: PAUSED, operation: pauseJob, description: It rests already. }\n  rejected:\n    - { in: DONE, operation: pauseJob, status: '409', example: JobOver, description: It is over. }",
          '  unchanged: []\n  rejected: []',
        ),
      ],
    },
  ],
};
