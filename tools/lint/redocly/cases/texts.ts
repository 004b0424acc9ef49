import { files, tree } from './base.ts';
import type { Cases } from './case.ts';

function responses(...statuses: string[]) {
  return `post:
  operationId: stopJob
  responses:
${statuses.map((status) => `    ${status}:\n      description: Done.\n`).join('')}`;
}

const prose = 'must begin with a capital letter and end with a full stop: mend the text.';

/** The rules on the text of the files. */
export const textCases: Cases = {
  sentences: {
    fires: [
      {
        name: 'no capital, no full stop, in members, meanings, examples and beside a $ref',
        given: {
          [files.root]: {
            ...tree[files.root],
            info: { title: 'Jobs', version: '1', description: 'jobs.' },
          },
          [files.job]: {
            description: 'A job',
            properties: {
              id: { description: 'the id.' },
              status: { description: 'How it is', $ref: 'JobStatus.yaml' },
            },
          },
          [files.status]: {
            description: 'Steps:\n1. First.\nand more',
            'x-enumDescriptions': { ON: 'at work.', OFF: 'At rest.' },
            enum: ['ON', 'OFF'],
          },
          'components/examples/JobStopped.yaml': {
            summary: 'It has stopped.',
            description: 'Shown',
          },
        },
        want: [
          `openapi.yaml:5:3 A description ${prose}`,
          `components/schemas/Job.yaml:1:1 A description ${prose}`,
          `components/schemas/Job.yaml:4:5 A description ${prose}`,
          `components/schemas/Job.yaml:6:5 A description ${prose}`,
          `components/schemas/JobStatus.yaml:1:1 A description ${prose}`,
          `components/schemas/JobStatus.yaml:6:3 The meaning of a value ${prose}`,
          `components/examples/JobStopped.yaml:2:1 A description ${prose}`,
          'components/examples/JobStopped.yaml:1:1 The summary of an example must begin with a capital letter and have no full stop: mend the text.',
        ],
      },
    ],
    silent: [
      {
        name: 'Markdown, code, lists, quotes and other letters',
        given: {
          [files.job]: {
            description: '`id` first.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n',
            properties: {
              a: { description: 'One of\n- this\n- that' },
              b: { description: '*Documented.*' },
              c: { description: 'Say (as here.)' },
              d: { description: 'Écrit.' },
              e: { description: 'So:\n```\ncode\n```' },
              f: { description: '404 is its status!' },
              g: { description: 'One of\n- this\n- that, which\n  goes on' },
              h: { description: '1. A first step\n   goes on' },
            },
          },
        },
      },
    ],
  },

  'status-codes': {
    fires: [
      {
        name: 'numbers, and an order of another kind',
        given: {
          [files.stop]: responses("'200'", '404', '"401"', '4XX', 'default', "'500'"),
        },
        want: [
          "paths/v1/jobs/job_id/stop.yaml:6:5 The status `404` must be quoted: write `'404'`.",
          'paths/v1/jobs/job_id/stop.yaml:8:5 The status `401` must stand before `404`: move it up.',
          "paths/v1/jobs/job_id/stop.yaml:10:5 The status `4XX` must be quoted: write `'4XX'`.",
          'paths/v1/jobs/job_id/stop.yaml:14:5 The status `500` must stand before `default`: move it up.',
        ],
      },
    ],
    silent: [
      {
        name: 'quotes of either kind, ranges behind their numbers',
        given: { [files.stop]: responses("'200'", '"401"', "'4XX'", "'500'", 'default') },
      },
      {
        name: 'a map in braces',
        given: { [files.stop]: "post: { responses: { '200': { description: Done. } } }\n" },
      },
    ],
  },
};
