/** Files of a contract, by path: the members of each in their order. */
export type Tree = Record<string, Record<string, unknown>>;

/** A small contract that keeps every rule. */
export const tree: Tree = {
  'openapi.yaml': {
    openapi: '3.1.1',
    info: { title: 'Jobs', version: '1.0.0' },
    paths: { '/api/v1/jobs/{job_id}/stop': { $ref: './paths/v1/jobs/job_id/stop.yaml' } },
  },
  'paths/v1/jobs/job_id/stop.yaml': {
    post: {
      operationId: 'stopJob',
      summary: 'Stop a job',
      description: 'Stops a job.',
      'x-provenance': 'documented',
      parameters: [{ $ref: '../../../../components/parameters/JobId.yaml' }],
      responses: { '200': { $ref: '../../../../components/responses/Stopped.yaml' } },
      'x-codeSamples': [
        sample('Shell', 'curl', 'success.sh'),
        sample('TypeScript', 'TypeScript', 'success.ts'),
        sample('Shell', 'curl, failing', 'failure.sh'),
        sample('TypeScript', 'TypeScript, failing', 'failure.ts'),
      ],
    },
  },
  'components/parameters/JobId.yaml': {
    name: 'job_id',
    in: 'path',
    description: 'The id of a job.',
    required: true,
    schema: { type: 'string' },
  },
  'components/responses/Stopped.yaml': {
    description: 'The job.',
    content: {
      'application/json': {
        schema: { $ref: '../schemas/Job.yaml' },
        examples: { JobStopped: { $ref: '../examples/JobStopped.yaml' } },
      },
    },
  },
  'components/schemas/Job.yaml': {
    description: 'A job.',
    type: 'object',
    properties: {
      status: { description: 'How it is.', $ref: 'JobStatus.yaml' },
      children: { type: 'array', items: { $ref: 'Job.yaml' } },
    },
  },
  'components/schemas/JobStatus.yaml': {
    description: 'The state of a job.',
    type: 'string',
    enum: ['RUNNING', 'STOPPED'],
  },
  'components/examples/JobStopped.yaml': {
    summary: 'It has stopped',
    value: { status: 'STOPPED' },
  },
  'samples/stopJob/success.sh': {},
  'samples/stopJob/success.ts': {},
  'samples/stopJob/failure.sh': {},
  'samples/stopJob/failure.ts': {},
};

function sample(lang: string, label: string, file: string) {
  return { lang, label, source: { $ref: `../../../../samples/stopJob/${file}` } };
}

/** The names of its files that cases change. */
export const files = {
  root: 'openapi.yaml',
  stop: 'paths/v1/jobs/job_id/stop.yaml',
  jobId: 'components/parameters/JobId.yaml',
  stopped: 'components/responses/Stopped.yaml',
  job: 'components/schemas/Job.yaml',
  status: 'components/schemas/JobStatus.yaml',
};
