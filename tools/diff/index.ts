export { compareContracts, ownChanges } from './compare/compare-contracts.ts';
export type { Breaks, Change, Effect } from './model/change.ts';
export type { Document } from './model/contract.ts';
export { DiffInputError } from './model/diff-input-error.ts';
export type { Complaint, ComplaintKind, Paste } from './model/complaint.ts';
export type {
  Approval,
  ApprovalState,
  Plan,
  PlannedChangeset,
  PlannedPackage,
  Review,
  ReviewedChange,
  Versions,
} from './model/review.ts';
export type { Step, Target } from './model/version-step.ts';
export { reviewContract, type ReviewOptions } from './review.ts';
export { approvalsFile } from './approvals/read-approvals.ts';
export { baselineFile, digestFile, digestOf } from './versions/baseline.ts';
export { prettyReport } from './reports/pretty.ts';
