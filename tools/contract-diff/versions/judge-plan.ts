import { lt } from 'semver';
import type { Change } from '../model/change.ts';
import type { Complaint } from '../model/complaint.ts';
import type { Plan } from '../model/review.ts';
import { steps, type Target } from '../model/version-step.ts';

/** What stands for the prose that a person has to write. */
const prose = 'Say in a sentence or two what changes for those who use the contract.';

/**
 * Complains when the changesets plan less than the changes need, or say nothing of them.
 *
 * @param changes sorted by effect
 */
export function judgePlan(
  changes: readonly Change[],
  least: Target,
  plan: Plan,
): readonly Complaint[] {
  const [worst] = changes;
  const complaints: Complaint[] = [];
  if (worst && lt(plan.version, least.version)) {
    const largest = plan.changesets.toSorted(
      (left, right) => steps.indexOf(right.step) - steps.indexOf(left.step),
    )[0];
    const file = largest?.file ?? `.changeset/contract-${worst.fingerprint}.md`;
    const needed = `The least step is ${least.step}, to ${least.version}`;
    const because = `${worst.place.file}:${worst.place.line} has a ${worst.effect} change`;
    complaints.push({
      kind: largest ? 'changeset-too-small' : 'changeset-missing',
      place: largest ? { file, line: 1 } : worst.place,
      message: largest
        ? `${needed}: ${because}. The changesets plan ${plan.step}, to ${plan.version}: raise ${file}`
        : `${needed}, as this is a ${worst.effect} change, and no changeset plans it: add ${file}`,
      paste: { file, text: changesetText(least.step, largest?.summary ?? prose) },
    });
  }
  for (const { file, step, summary } of plan.changesets) {
    if (step === 'none' || (summary !== '' && summary !== prose)) continue;
    complaints.push({
      kind: 'changeset-wordless',
      place: { file, line: 1 },
      message: 'It says nothing: its prose becomes the summary of the release in the changelog',
      paste: undefined,
    });
  }
  return complaints;
}

function changesetText(step: string, summary: string): string {
  return `---\n'@agent-conversation/openapi': ${step}\n---\n\n${summary}\n`;
}
