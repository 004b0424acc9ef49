import type { Change } from '../model/change.ts';
import type { Complaint, ComplaintKind } from '../model/complaint.ts';
import type { Approval, ApprovalState, ReviewedChange } from '../model/review.ts';
import { whoBreaks } from '../model/who-breaks.ts';
import { approvalText } from './approval-text.ts';
import { approvalsFile } from './read-approvals.ts';

/** The changes with their approvals, and what is wrong with either. */
export interface Judgement {
  readonly changes: readonly ReviewedChange[];
  readonly complaints: readonly Complaint[];
}

/**
 * Holds changes and approvals against each other.
 *
 * @param today as YYYY-MM-DD (UTC)
 */
export function judgeApprovals(
  changes: readonly Change[],
  approvals: readonly Approval[],
  today: string,
): Judgement {
  const records = new Map(approvals.map((approval) => [approval.fingerprint, approval]));
  const reviewed = changes.map((change): ReviewedChange => {
    const approval = records.get(change.fingerprint);
    return { ...change, approval, approvalState: stateOf(change, approval, today) };
  });
  const byFingerprint = new Map(reviewed.map((change) => [change.fingerprint, change]));
  return {
    changes: reviewed,
    complaints: [
      ...reviewed.filter(({ approvalState }) => approvalState === 'missing').map(missing),
      ...approvals.flatMap((approval) => {
        const found = fault(approval, byFingerprint.get(approval.fingerprint), today);
        return found ? [{ ...found, place: approval.place, paste: undefined }] : [];
      }),
    ],
  };
}

function stateOf(change: Change, approval: Approval | undefined, today: string): ApprovalState {
  if (!change.needsApproval) return 'not needed';
  if (!approval) return 'missing';
  if (approval.expires < today) return 'expired';
  return approval.change === change.message ? 'approved' : 'stale';
}

function missing(change: ReviewedChange): Complaint {
  return {
    kind: 'approval-missing',
    place: change.place,
    message: `${change.message} (${change.rule}) This breaks ${whoBreaks(change.breaks)}, and nobody has approved it: take it back, or add it to ${approvalsFile}`,
    paste: { file: approvalsFile, text: approvalText(change) },
  };
}

function fault(
  { fingerprint, change: told, expires, owner }: Approval,
  change: ReviewedChange | undefined,
  today: string,
): { readonly kind: ComplaintKind; readonly message: string } | undefined {
  if (!change) {
    return {
      kind: 'approval-unknown',
      message: `${fingerprint} is approved, but nothing has changed in that way since the last release: remove the record. If the element changes in another way now, that has to be approved anew`,
    };
  }
  if (change.effect !== 'breaking') {
    return {
      kind: 'approval-needless',
      message: `${fingerprint} breaks nobody and needs no approval: remove the record`,
    };
  }
  if (expires < today) {
    return {
      kind: 'approval-expired',
      message: `The approval of "${told}" held until ${expires}: ${owner} renews it, or the change is taken back`,
    };
  }
  if (told !== change.message) {
    return {
      kind: 'approval-stale',
      message: `${fingerprint} was approved as "${told}", and is now "${change.message}": have it approved anew`,
    };
  }
  return undefined;
}
