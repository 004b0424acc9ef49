import type { Review } from '../model/review.ts';

/**
 * A review for programs, as `review.schema.json` describes it. Its `version` is raised when a member goes or gets
 * another meaning; readers ignore members that they do not know.
 */
export function jsonReport(review: Review): string {
  const { complaints, versions, least, planned, changes, approvals } = review;
  const report = {
    version: 1,
    inOrder: complaints.length === 0,
    versions,
    least,
    planned,
    complaints: complaints.map(({ paste, ...complaint }) => ({
      ...complaint,
      paste: paste ?? null,
    })),
    changes: changes.map(({ approval, ...change }) => ({ ...change, approval: approval ?? null })),
    approvals,
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
