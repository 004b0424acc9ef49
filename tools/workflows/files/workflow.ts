/** A step of a job; of what GitHub knows, what the rules read. */
export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** Scopes and what may be done with them. */
export type Permissions = Readonly<Record<string, string>> | string;

/** A job of a workflow. */
export interface Job {
  readonly uses?: string;
  readonly permissions?: Permissions;
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly Step[];
}

/** A workflow of GitHub Actions. */
export interface Workflow {
  readonly permissions?: Permissions;
  readonly jobs: Readonly<Record<string, Job>>;
}
