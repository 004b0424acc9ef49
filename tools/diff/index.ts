export { approvalsFile } from './approvals.ts';
export { compareContracts } from './compare.ts';
export type { Document } from './contract.ts';
export type * from './model.ts';
export { prettyReport } from './report.ts';
export { reviewContract, type ReviewOptions } from './review.ts';
export { sourcesFile, sourcesOf } from './sources.ts';
export { digestFile, digestOf, releasedFile } from './versions.ts';
