import {
  type Case,
  root,
  start,
  pause,
  job,
  status,
  backup,
  failed,
  replace,
} from './edit.ts';

export const textsCases: Readonly<Record<string, readonly Case[]>> = {
  'contract/described': [
    {
      reports: 'The property `id` must have a description',
      at: 'id:\n',
      edits: [replace(job, '    description: The id of the job.\n', '')],
    },
    {
      reports: 'The property `status`',
      at: 'status:\n',
      edits: [replace(job, '    description: How the job is doing.\n', '')],
    },
    {
      reports: 'The request body must',
      at: 'requestBody:',
      edits: [replace(start, '    description: The job to start.\n', '')],
    },
    {
      reports: 'The link `PauseIt` must',
      at: 'PauseIt:',
      edits: [
        replace(start, '          description: Pauses the new job.\n', ''),
      ],
    },
    {
      reports: 'The server must',
      at: '- url:',
      edits: [replace(root, '\n    description: Where jobs are run.', '')],
    },
    {
      reports: 'The example `StartBackup` must have a summary',
      at: 'summary:',
      edits: [replace(backup, 'A nightly backup', "' '")],
    },
    {
      edits: [
        replace(
          job,
          'properties:',
          'properties:\n  properties:\n    description: What it has.\n    type: array\n    items:\n      type: string',
        ),
      ],
    },
  ],
  'contract/no-html': [
    {
      reports: 'must have no HTML such as `<br/>`',
      at: 'description: The <br/>',
      edits: [replace(job, 'The id of', 'The <br/>id of')],
    },
    {
      reports: 'no HTML such as `<b>`',
      at: 'RUNNING: It is',
      edits: [replace(status, 'RUNNING: It is', 'RUNNING: It is <b>hard</b>')],
    },
    {
      edits: [
        replace(
          job,
          'The id of',
          'The `<id>` of <https://jobs.test>, 1 < 2, ```<b>``` and `a <br>` of',
        ),
      ],
    },
  ],
  'contract/sentences': [
    {
      reports: 'A description must begin with a capital',
      at: 'description: the id',
      edits: [replace(job, 'The id of', 'the id of')],
    },
    {
      reports: 'The meaning of a value must',
      at: 'PAUSED: It',
      edits: [replace(status, 'PAUSED: It rests.', 'PAUSED: It rests')],
    },
    {
      reports: 'The summary of an example must',
      at: 'summary:',
      edits: [replace(backup, 'A nightly backup', 'A nightly backup.')],
    },
    {
      edits: [
        replace(
          job,
          'The id of the job.',
          '|-\n      One of\n      - this\n      - that, which\n        goes on',
        ),
      ],
    },
    { edits: [replace(job, 'The id of the job.', '"`id` (as here.)"')] },
  ],
  'contract-purpose-first': [
    {
      reports: 'rewrite the summary',
      at: 'summary:',
      edits: [replace(pause, 'Pause a job', 'Pauses a job')],
    },
    {
      reports: 'rewrite the summary',
      at: 'summary:',
      edits: [replace(pause, 'Pause a job', 'Pausing a job')],
    },
    {
      reports: 'rewrite the summary',
      at: 'summary:',
      edits: [replace(pause, 'Pause a job', 'pause a job')],
    },
    {
      reports: 'rewrite the summary',
      at: 'summary:',
      edits: [replace(pause, 'Pause a job', 'Pause')],
    },
    {
      reports: 'rewrite the summary',
      at: 'summary:',
      edits: [replace(pause, 'Pause a job', 'Pause a job.')],
    },
    {
      reports: 'rewrite the summary',
      at: 'summary:',
      edits: [
        replace(
          pause,
          'Pause a job',
          'Pause xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
        ),
      ],
    },
    {
      reports: 'rewrite the description',
      at: 'description:',
      edits: [replace(pause, 'Pauses the job', 'Pause the job')],
    },
    {
      reports: 'rewrite the description',
      at: 'description:',
      edits: [replace(pause, 'Pauses the job', 'This pauses the job')],
    },
    {
      reports: 'rewrite the description',
      at: 'description:',
      edits: [replace(pause, 'Pauses the job', 'Unless paused')],
    },
    {
      reports: 'rewrite the description',
      at: 'description:',
      edits: [replace(pause, 'Pauses the job', '`POST` pauses')],
    },
    { edits: [replace(pause, 'Pause a job', 'Pass a job on')] },
    { edits: [replace(pause, 'Pause a job', 'Bring a job back')] },
    { edits: [replace(pause, 'Pauses the job', 'Pauses')] },
  ],
  'contract-text-names': [
    {
      reports: 'description names `pauseJobs`: did you mean `pauseJob`?',
      at: 'description',
      edits: [
        replace(failed, 'was rejected.', 'was rejected, see `pauseJobs`.'),
      ],
    },
    {
      reports: 'description names `job_idd`: did you mean `job_id`?',
      at: 'description',
      edits: [replace(failed, 'was rejected.', 'was rejected, see `job_idd`.')],
    },
    {
      reports: 'description names `PAUSD`: did you mean `PAUSED`?',
      at: 'description',
      edits: [replace(failed, 'was rejected.', 'was rejected, see `PAUSD`.')],
    },
    {
      reports: 'description names `jobid`: did you mean `job_id`?',
      at: 'description',
      edits: [replace(failed, 'was rejected.', 'was rejected, see `jobid`.')],
    },
    // Names of something else, and words.
    {
      edits: [
        replace(
          failed,
          'was rejected.',
          'was rejected, see `pauseJob`, `job_id`, `PAUSED`, `int_parsing`, `Jobs` and job_idd.',
        ),
      ],
    },
    // A name of another form is another name.
    {
      edits: [
        replace(
          failed,
          'was rejected.',
          'was rejected, see `pause_jo` and `jobIdd`.',
        ),
      ],
    },
  ],
};
