/** How far a version is raised (Semantic Versioning 2.0.0), the least first. */
export const steps = ['none', 'patch', 'minor', 'major'] as const;

export type Step = (typeof steps)[number];

/** A version, and the step that leads to it. */
export interface Target {
  readonly step: Step;
  readonly version: string;
}
