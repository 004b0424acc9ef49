export { approvalsFile } from './approvals.ts';
export { compareContracts } from './compare.ts';
export type { Document } from './contract.ts';
export type * from './model.ts';
export { prettyReport } from './report.ts';
export { digestFile, digestOf, releasedFile, reviewContract } from './review.ts';
export { sourcesFile, sourcesOf } from './sources.ts';
