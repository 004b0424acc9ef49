/** What probably explains many violations at once. */
import type { CheckResult } from './run.ts';

/** The path below which all sandboxes are. */
const sandboxes = /\/api\/v1\/sandbox(es|-specs)\b/;

/** So many calls that fail alike have one cause. */
const many = 3;

/** Returns what probably explains many violations, and what to do about it. */
export function hintsFor(results: readonly CheckResult[]): string[] {
  const exchanges = results.flatMap((result) => result.exchanges);
  const ofSandboxes = exchanges.filter(({ request }) =>
    sandboxes.test(request.url),
  );
  const failed = ofSandboxes.filter(({ response }) => response.status >= 500);
  const isAnyRight = ofSandboxes.some(
    ({ response }) => response.status === 200,
  );
  if (failed.length < many || isAnyRight) return [];
  return [
    `All ${failed.length} calls about sandboxes failed with ${failed[0]!.response.status}, and none ` +
      'succeeded. An edition of the service does this until settings are stored: store settings first ' +
      '(POST /api/settings, in newer editions POST /api/v1/settings), then check again.',
  ];
}
