import { at, decisions } from './base.ts';
import type { Cases } from './case.ts';

const inline = { name: 'q', in: 'query', schema: {}, example: '' };

export const provenance: Cases = {
  'contract-provenance': {
    fires: [
      {
        name: 'parts of every kind that say nothing',
        given: [
          [[...at.list, 'x-provenance'], undefined],
          [[...at.list, 'parameters', 1], inline],
          [[...at.pause, 'responses', '204', 'x-provenance'], undefined],
          [[...at.limit, 'x-provenance'], undefined],
          [[...at.unauthorized, 'x-provenance'], 'guessed'],
          [[...at.job, 'x-provenance'], undefined],
          [['components', 'schemas', 'Alias'], { $ref: '#/components/schemas/Job' }],
          [[...at.status, 'x-lifecycle'], { initial: 'RUNNING' }],
        ],
        want: [
          { path: at.list, name: '`listJobs`' },
          {
            path: [...at.list, 'parameters', '1'],
            name: '`listJobs` (`#/paths/~1api~1v1~1jobs/get/parameters/1`)',
          },
          {
            path: [...at.pause, 'responses', '204'],
            name: '`pauseJobs` (`#/paths/~1api~1v1~1jobs~1pause/post/responses/204`)',
          },
          { path: at.limit, name: '`Limit`' },
          { path: at.unauthorized, name: '`Unauthorized`' },
          { path: at.job, name: '`Job`' },
          {
            path: [...at.status, 'x-lifecycle'],
            name: '`JobStatus` (`#/components/schemas/JobStatus/x-lifecycle`)',
          },
          { path: ['components', 'schemas', 'Alias'], name: '`Alias`' },
        ].map(({ path, name }) => ({
          path,
          message: `${name} must have \`x-provenance: documented|observed|assumed\`: say where it comes from.`,
        })),
      },
      {
        name: 'decisions that are missing or too many',
        given: [
          [[...at.list, 'x-decision'], 'D01'],
          [[...at.job, 'properties', 'id'], { 'x-provenance': 'observed' }],
          [[...at.job, 'properties', 'name'], { 'x-decision': 'D01' }],
          [[...at.status, 'x-lifecycle', 'x-decision'], undefined],
        ],
        want: [
          {
            path: at.list,
            message:
              '`listJobs` must have no `x-decision`, as it is documented: take it away, or mend `x-provenance`.',
          },
          {
            path: [...at.job, 'properties', 'id'],
            message:
              '`Job` (`#/components/schemas/Job/properties/id`) must have an `x-decision`, as it is observed: add the number of the decision.',
          },
          {
            path: [...at.job, 'properties', 'name'],
            message:
              '`Job` (`#/components/schemas/Job/properties/name`) must have `x-provenance: documented|observed|assumed`: say where it comes from.',
          },
          {
            path: [...at.status, 'x-lifecycle'],
            message:
              '`JobStatus` (`#/components/schemas/JobStatus/x-lifecycle`) must have an `x-decision`, as it is assumed: add the number of the decision.',
          },
        ],
      },
    ],
    silent: [
      {
        name: 'all three kinds, and properties called like keywords',
        given: [
          [[...at.list, 'x-provenance'], 'observed'],
          [[...at.list, 'x-decision'], 'D01'],
          [[...at.list, 'parameters', 1], { ...inline, 'x-provenance': 'documented' }],
          [[...at.job, 'properties', 'responses'], { type: 'array', items: { type: 'string' } }],
          [[...at.job, 'properties', 'get'], { type: 'object' }],
        ],
      },
    ],
  },

  'contract-decision': {
    fires: [
      {
        name: 'a number of another form, and one without an entry',
        given: [
          [[...at.status, 'x-lifecycle', 'x-decision'], 'D1'],
          [[...at.list, 'responses', '200', 'x-decision'], 'D03'],
        ],
        decisions: '## D01 · How a job ends\n',
        want: [
          {
            path: [...at.list, 'responses', '200', 'x-decision'],
            message:
              '`D03` of `listJobs` (`#/paths/~1api~1v1~1jobs/get/responses/200`) must have an entry `## D03 · Title` in decisions.md: write it, or mend the number.',
          },
          {
            path: [...at.status, 'x-lifecycle', 'x-decision'],
            message:
              '`D1` of `JobStatus` (`#/components/schemas/JobStatus/x-lifecycle`) must be a number such as D07: mend it.',
          },
        ],
      },
      {
        name: 'an entry that does not mark what carries it',
        given: [],
        decisions: decisions.replace('[JobStatus]', '[Job]'),
        want: [
          {
            path: [],
            message:
              '`D01` in decisions.md:3 must not mark `[Job](components/schemas/JobStatus.yaml)`, which does not carry it: take the link away, or write `x-decision: D01` there.',
          },
          {
            path: [...at.status, 'x-lifecycle', 'x-decision'],
            message:
              '`D01` of `JobStatus` (`#/components/schemas/JobStatus/x-lifecycle`) must be marked in decisions.md:3: add `[JobStatus](components/schemas/JobStatus.yaml)` to its **Marks:**.',
          },
        ],
      },
      ...['## D04 · Later', '## D02 · Again', '## D3 · Short', '## D03: Colon'].map((heading) => ({
        name: `the entry ${heading}`,
        given: [],
        decisions: `${decisions}\n${heading}\n`,
        want: [
          {
            path: [],
            message: `\`${heading}\` in decisions.md:11 must begin with \`## D03 · \`: entries are numbered in order, without gaps and repeats.`,
          },
        ],
      })),
      {
        name: 'no list',
        given: [],
        decisions: null,
        want: [
          {
            path: [],
            message: 'The list of decisions must be in decisions.md: write it there.',
          },
        ],
      },
    ],
    silent: [
      {
        name: 'marks over several lines, and an entry that marks nothing',
        given: [[[...at.job, 'x-decision'], 'D01']],
        decisions: `${decisions.replace('**Marks:** [JobStatus]', '**Marks:** [`Job`](components/schemas/Job.yaml),\n[JobStatus]')}
## D03 · The rest

**Why:** See [Job](components/schemas/Job.yaml).

**Marks:** nothing.
`,
      },
    ],
  },
};
