import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const pipeline = 'tools/drift/gates/pipeline.test.ts';
const tool = 'tools/diff';

/** Faults in the gate of what has changed since the last release. */
export const releaseGateMutants: readonly FileMutant[] = [
  {
    operator: 'G1',
    title: 'what has changed since the last release is not reviewed',
    gate: pipeline,
    changes: [edit('package.json', ' lint:bundle review code', ' lint:bundle code')],
    says: ['review: nothing runs review'],
  },
  {
    operator: 'G3',
    title: 'what was in order is remembered, though approvals expire',
    gate: pipeline,
    changes: [
      edit(
        'turbo.json',
        '"review": {\n      "dependsOn": ["^build"],\n      "cache": false\n',
        '"review": {\n      "dependsOn": ["^build"]\n',
      ),
    ],
    says: ['what review looks at cannot be told beforehand', '@agent-conversation/diff#review'],
  },
  {
    operator: 'G8',
    title: 'a demand of a request is judged to be compatible',
    fast: true,
    gate: `${tool}/corpus/alone.test.ts`,
    test: 'as it is labelled: member required',
    changes: [
      edit(
        `${tool}/rules.yaml`,
        '    request:\n      breaks: [sender]\n      migration: Always send {element}.\n',
        '    request: { effect: compatible }\n',
      ),
    ],
    says: ['member required', 'expected breaking', 'got compatible'],
  },
  {
    operator: 'G8',
    title: 'an approval never expires',
    gate: `${tool}/approvals/judge-approvals.test.ts`,
    changes: [
      edit(
        `${tool}/approvals/judge-approvals.ts`,
        "if (approval.expires < today) return 'expired';",
        "if (approval.expires === today) return 'expired';",
      ),
    ],
    says: ['an approval on the day after', 'expired'],
  },
  {
    operator: 'G8',
    title: 'what is documented may be broken without an approval',
    gate: `${tool}/approvals/judge-approvals.test.ts`,
    changes: [
      edit(
        `${tool}/approvals/judge-approvals.ts`,
        "if (!change.needsApproval) return 'not needed';",
        "if (change.provenance !== 'assumed') return 'not needed';",
      ),
    ],
    says: ['a breaking change without an approval', 'missing'],
  },
  {
    operator: 'G8',
    title: 'what breaks users is a patch',
    gate: `${tool}/versions/least-step.test.ts`,
    changes: [
      edit(
        `${tool}/versions/least-step.ts`,
        "isStable ? 'major' : 'minor'",
        "isStable ? 'major' : 'patch'",
      ),
    ],
    says: ['from 0.9.3, ["editorial","breaking"]: minor'],
  },
  {
    operator: 'G8',
    title: 'too small a step is let pass',
    gate: `${tool}/versions/judge-plan.test.ts`,
    changes: [
      edit(
        `${tool}/versions/judge-plan.ts`,
        'lt(plan.version, least.version)',
        "plan.step === 'none'",
      ),
    ],
    says: ['of changesets that are too small'],
  },
  {
    operator: 'G8',
    title: 'the compiler is given the released packages twice',
    gate: `${tool}/source/member-breaks.test.ts`,
    test: 'each member that is gone',
    changes: [
      edit(
        `${tool}/source/compile/packages.ts`,
        'JSON.stringify({ ...manifest, version: `0.0.0-${folder}` })',
        'JSON.stringify(manifest)',
      ),
    ],
    says: ['each member that', '/components/schemas/'],
  },
  {
    operator: 'G8',
    title: 'what breaks programs in TypeScript alone is not told',
    gate: `${tool}/source/merge-source.test.ts`,
    changes: [
      edit(
        `${tool}/source/merge-source.ts`,
        '  return [...changes.map((it) => explained.get(it) ?? it), ...alone];',
        '  return [...changes.map((it) => explained.get(it) ?? it), ...alone.slice(1)];',
      ),
    ],
    says: ['merge-source.test.ts', 'source-'],
  },
  {
    operator: 'G8',
    title: 'the changelog does not tell who breaks',
    gate: 'tools/release/next/changelog-entry.test.ts',
    changes: [
      edit('tools/release/next/changelog-entry.ts', '...(breaks.length > 0 && { breaks }),\n', ''),
    ],
    says: ['changelog-entry.test.ts', 'breaks'],
  },
];
