import { lt } from 'semver';
import type { Change } from '../model/change.ts';
import type { Complaint } from '../model/complaint.ts';
import type { Plan, PlannedChangeset } from '../model/review.ts';
import { type Step, steps, type Target } from '../model/version-step.ts';

/** What stands for the prose that a person has to write. */
const prose = 'Say in a sentence or two what changes for those who use the contract.';

/**
 * Complains when the changesets plan less than the changes need, and of those that raise or say nothing.
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
    const [largest] = plan.changesets
      .filter(({ packages }) => packages.some(({ isPublished }) => isPublished))
      .toSorted((left, right) => steps.indexOf(right.step) - steps.indexOf(left.step));
    const file = largest?.file ?? `.changeset/contract-${worst.fingerprint}.md`;
    const needed = `The least step is ${least.step}, to ${least.version}`;
    const because = `${worst.place.file}:${worst.place.line} has a ${worst.effect} change`;
    complaints.push({
      kind: largest ? 'changeset-too-small' : 'changeset-missing',
      place: largest ? { file, line: 1 } : worst.place,
      message: largest
        ? `${needed}: ${because}. The changesets plan ${plan.step}, to ${plan.version}: raise ${file}`
        : `${needed}, as this is a ${worst.effect} change, and no changeset plans it: add ${file}`,
      paste: { file, text: changesetText(least.step, largest) },
    });
  }
  for (const changeset of plan.changesets) {
    const wrong = wrongOf(changeset);
    if (!wrong) continue;
    complaints.push({ ...wrong, place: { file: changeset.file, line: 1 }, paste: undefined });
  }
  return complaints;
}

function wrongOf({
  step,
  summary,
}: PlannedChangeset): Pick<Complaint, 'kind' | 'message'> | undefined {
  if (step === 'none') {
    return {
      kind: 'changeset-needless',
      message: 'It raises no package that is published: name one with its step, or remove the file',
    };
  }
  if (summary !== '' && summary !== prose) return undefined;
  return {
    kind: 'changeset-wordless',
    message: 'It says nothing: its prose becomes the summary of the release in the changelog',
  };
}

const first = { name: '@agent-conversation/openapi', isPublished: true } as const;

/** The changeset that is there with a greater step, or a new one. */
function changesetText(step: Step, there: PlannedChangeset | undefined): string {
  const { packages, summary } = there ?? { packages: [{ ...first, step }], summary: prose };
  const lines = packages.map((it) => `'${it.name}': ${it.isPublished ? step : it.step}\n`);
  return `---\n${lines.join('')}---\n\n${summary}\n`;
}
