/** Edits of the small contract in `../contract`, and what is reported then. */

/** Replaces a text in a file; an empty text stands for the end of the file. */
export interface Edit {
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

export interface Case {
  /** What the message contains; nothing is reported without it. */
  readonly reports?: string;
  /** A text in the line that is reported. */
  readonly at?: string;
  /** The file that is reported; the first edited one without it. */
  readonly in?: string;
  readonly edits: readonly Edit[];
}

export function replace(file: string, text: string, by: string): Edit {
  return { file, text, by };
}

/** Appends to a file, which is created if there is none. */
export function append(file: string, by: string): Edit {
  return { file, text: '', by };
}

export const root = 'openapi/openapi.yaml';
export const start = 'openapi/paths/v1/jobs.yaml';
export const search = 'openapi/paths/v1/jobs/search.yaml';
export const pause = 'openapi/paths/v1/jobs/job_id/pause.yaml';
export const job = 'openapi/components/schemas/Job.yaml';
export const request = 'openapi/components/schemas/JobRequest.yaml';
export const status = 'openapi/components/schemas/JobStatus.yaml';
export const jobPage = 'openapi/components/schemas/JobPage.yaml';
export const limit = 'openapi/components/parameters/Limit.yaml';
export const pageId = 'openapi/components/parameters/PageId.yaml';
export const failed = 'openapi/components/responses/Failed.yaml';
export const jobOver = 'openapi/components/examples/JobOver.yaml';
export const backup = 'openapi/components/examples/StartBackup.yaml';
export const decisions = 'openapi/decisions.md';
export const workflow = 'openapi/workflows/pause.arazzo.yaml';
export const readme = 'README.md';
export const guide = 'packages/docs/guides/index.md';
