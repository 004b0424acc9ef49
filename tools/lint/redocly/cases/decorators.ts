import { files, tree } from './base.ts';
import type { Given } from './case.ts';

/** For each decorator: descriptions of the bundle that it must write, or leave as they are. */
interface Cases {
  [decorator: string]: {
    fires: (Given & { want: Descriptions })[];
    silent: (Given & { want: Descriptions })[];
  };
}

/** Descriptions by the path to them, with `.` between the keys. */
type Descriptions = Record<string, string | undefined>;

const schemas = 'components.schemas';
const stop = 'paths./api/v1/jobs/{job_id}/stop.post';
const operation = tree[files.stop]?.['post'] as object;

// Written as one YAML node with an alias, which Redocly visits twice.
const refined = {
  description: 'How it is.',
  'x-provenance': 'assumed',
  'x-decision': 'D02',
  $ref: 'JobStatus.yaml',
};

export const decoratorCases: Cases = {
  'describe-provenance': {
    fires: [
      {
        name: 'of all kinds and places',
        given: {
          [files.stop]: {
            post: {
              ...operation,
              responses: {
                '200': { description: 'Done.\n', 'x-provenance': 'assumed', 'x-decision': 'D12' },
              },
            },
          },
          [files.jobId]: { ...tree[files.jobId], 'x-provenance': 'observed', 'x-decision': 'D03' },
        },
        want: {
          [stop]: 'Stops a job.\n\n*Documented: method, path and purpose.*',
          [`${stop}.responses.200`]: 'Done.\n\n*Assumed (decision D12).*',
          'components.parameters.JobId':
            'The id of a job.\n\n*Observed of running deployments (decision D03).*',
        },
      },
      {
        name: 'once in what is shared, after the meanings, and beside a $ref',
        given: {
          [files.job]: {
            'x-provenance': 'documented',
            properties: {
              status: refined,
              sameStatus: refined,
              before: { $ref: 'JobStatus.yaml' },
              parent: { $ref: 'Job.yaml' },
            },
            additionalProperties: { 'x-provenance': 'assumed', 'x-decision': 'D04' },
          },
          [files.status]: {
            description: 'The state.',
            'x-provenance': 'observed',
            'x-decision': 'D03',
            'x-enumDescriptions': { ON: 'At work.' },
            enum: ['ON'],
          },
        },
        want: {
          [`${schemas}.Job`]: '*Documented.*',
          [`${schemas}.Job.properties.status`]: 'How it is.\n\n*Assumed (decision D02).*',
          [`${schemas}.Job.properties.sameStatus`]: 'How it is.\n\n*Assumed (decision D02).*',
          [`${schemas}.Job.properties.before`]: undefined,
          [`${schemas}.Job.additionalProperties`]: '*Assumed (decision D04).*',
          [`${schemas}.JobStatus`]:
            'The state.\n\n- `ON`: At work.\n\n*Observed of running deployments (decision D03).*',
        },
      },
    ],
    silent: [
      {
        name: 'what does not say where it comes from',
        given: { [files.stop]: { post: { ...operation, 'x-provenance': undefined } } },
        want: {
          [stop]: 'Stops a job.',
          [`${schemas}.Job`]: 'A job.',
          [`${schemas}.Job.properties.children`]: undefined,
        },
      },
    ],
  },

  'describe-enums': {
    fires: [
      {
        name: 'in the order of the values',
        given: {
          [files.status]: {
            description: 'The state.\n',
            'x-enumDescriptions': { 2: 'Halted.', 10: 'At work.' },
            enum: [10, 2],
          },
        },
        want: { [`${schemas}.JobStatus`]: 'The state.\n\n- `10`: At work.\n- `2`: Halted.' },
      },
    ],
    silent: [
      {
        name: 'an enumeration without meanings',
        given: {},
        want: { [`${schemas}.JobStatus`]: 'The state of a job.' },
      },
    ],
  },
};
