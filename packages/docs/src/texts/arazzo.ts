/** What is shown of a file of workflows (Arazzo 1.0.1, section 4.6). */
export interface Arazzo {
  readonly info: { readonly title: string; readonly summary?: string };
  readonly workflows: readonly Workflow[];
}

export interface Workflow {
  readonly workflowId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly inputs?: Inputs;
  readonly parameters?: readonly Parameter[];
  readonly steps: readonly Step[];
  readonly outputs?: Readonly<Record<string, string>>;
}

interface Inputs {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { type?: string; description?: string }>>;
}

export interface Step {
  readonly stepId: string;
  readonly description?: string;
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly contentType?: string; readonly payload: unknown };
  readonly successCriteria?: readonly Criterion[];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly onSuccess?: readonly Action[];
  readonly onFailure?: readonly Action[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly value: unknown;
}

export interface Criterion {
  readonly condition: string;
}

/** What follows a step when its criteria hold. */
export interface Action {
  readonly name: string;
  readonly type: 'end' | 'goto' | 'retry';
  readonly stepId?: string;
  readonly retryAfter?: number;
  readonly retryLimit?: number;
  readonly criteria?: readonly Criterion[];
}
