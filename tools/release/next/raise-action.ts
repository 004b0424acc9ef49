import { ReleaseError } from '../release-error.ts';

/** The step of GitHub Actions that runs the published checker. */
export const actionFile = 'packages/conformance/action.yml';

/**
 * Lets the step of GitHub Actions run another version of the checker.
 *
 * @param text the step's file
 * @throws {ReleaseError} when it does not name the version that it runs
 */
export function raiseAction(text: string, from: string, to: string): string {
  const checker = '@agent-conversation/conformance@';
  if (!text.includes(`${checker}${from} `)) {
    throw new ReleaseError(
      `${actionFile}: must run ${checker}${from}, as long as that is the version`,
    );
  }
  return text.replaceAll(`${checker}${from} `, `${checker}${to} `);
}
