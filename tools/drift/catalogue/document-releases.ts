import { edit } from './edit.ts';
import type { Creation, FileMutant, Removal } from './mutant.ts';

const root = 'openapi/openapi.yaml';
const approvals = 'openapi/approvals.yaml';
const request = 'openapi/components/schemas/AppConversationStartRequest.yaml';

const needed = edit(
  request,
  'type: object\nproperties:',
  'type: object\nrequired: [title]\nproperties:',
);
const lost = edit(
  'openapi/components/schemas/SandboxSpec.yaml',
  '  working_dir:\n    description: The directory in which the program runs.\n    type: string\n',
  '',
);

/** A changeset of a step. */
function changeset(step: string): Creation {
  return {
    file: '.changeset/some-change.md',
    create: `---\n'@agent-conversation/openapi': ${step}\n---\n\nSomething is otherwise.\n`,
  };
}

/** The only record: it approves a change until a day. */
function approved(fingerprint: string, expires: string) {
  const record = `{ fingerprint: '${fingerprint}', change: A., reason: B., migration: C., owner: '@ada', expires: ${expires} }`;
  return onlyApprovals(`approvals:\n  - ${record}\n`);
}

/** Whatever was approved before, this is instead. */
function onlyApprovals(text: string): readonly [Removal, Creation] {
  return [
    { file: approvals, remove: true },
    { file: approvals, create: text },
  ];
}

/** A release with a version that no changeset raises far enough, whatever is planned. */
const far = edit('openapi/released/openapi.yaml', '\n  version: ', '\n  version: 9');

/** Faults in what has changed since the last release: nobody was told, nobody has agreed, or by hand. */
export const documentReleaseMutants: readonly FileMutant[] = [
  {
    operator: 'A30',
    title: 'a request must have a member, in a version that does not tell of it',
    fast: true,
    gate: 'review',
    changes: [needed, far],
    says: ['The least step is major', `${request}:`, 'AppConversationStartRequest.title'],
  },
  {
    operator: 'A30',
    title: 'an answer lacks a member, in a version that tells of texts',
    gate: 'review',
    changes: [lost, far, changeset('patch')],
    says: ['changeset-too-small  .changeset/', 'The least step is major', 'working_dir'],
  },
  {
    operator: 'A30',
    title: 'a changeset says nothing',
    gate: 'review',
    changes: [
      { file: '.changeset/a.md', create: "---\n'@agent-conversation/openapi': patch\n---\n" },
    ],
    says: ['changeset-wordless  .changeset/a.md:1'],
  },
  {
    operator: 'A30',
    title: 'a new version is not in the changelog',
    gate: 'build docs',
    changes: [edit(root, '\n  version: ', '\n  version: 9')],
    says: ['openapi/changelog.yaml:', 'the first release must be 9'],
  },
  {
    operator: 'A34',
    title: 'a request must have a member, and nobody has approved it',
    fast: true,
    gate: 'review',
    changes: [needed, changeset('minor')],
    says: [
      `approval-missing  ${request}:`,
      'AppConversationStartRequest.title',
      'This breaks senders',
    ],
  },
  {
    operator: 'A34',
    title: 'a documented part is only assumed now, and nobody has approved it',
    gate: 'review',
    changes: [
      edit(
        'openapi/components/schemas/Settings.yaml',
        'x-provenance: documented',
        'x-provenance: assumed\nx-decision: D01',
      ),
      changeset('minor'),
    ],
    says: ['approval-missing  openapi/components/schemas/Settings.yaml:', 'assumed'],
  },
  {
    operator: 'A34',
    title: 'an approval has expired',
    gate: 'review',
    changes: [needed, changeset('minor'), ...approved('2288dbf559550c47', '2026-01-31')],
    says: ['approval-expired  openapi/approvals.yaml:', 'held until 2026-01-31: @ada renews it'],
  },
  {
    operator: 'A34',
    title: 'an approval tells something else than has changed',
    gate: 'review',
    changes: [needed, changeset('minor'), ...approved('2288dbf559550c47', '2999-12-31')],
    says: ['approval-stale  openapi/approvals.yaml:', 'was approved as "A."'],
  },
  {
    operator: 'A34',
    title: 'an approval outlives its change',
    gate: 'review',
    changes: approved('2288dbf559550c47', '2999-12-31'),
    says: ['approval-unknown  openapi/approvals.yaml:', '2288dbf559550c47'],
  },
  {
    operator: 'A34',
    title: 'an approval has nobody who answers for it',
    gate: 'review',
    changes: [
      edit(approvals, 'approvals: []', 'approvals:\n  - { fingerprint: 2288dbf559550c47 }'),
    ],
    says: ['openapi/approvals.yaml:', '/approvals/0', 'must have required property'],
  },
  {
    operator: 'A35',
    title: 'the contract is raised by hand',
    fast: true,
    gate: 'review',
    changes: [edit(root, '\n  version: ', '\n  version: 9')],
    says: ['versions-disagree  openapi/openapi.yaml:', 'info.version is 9'],
  },
  {
    operator: 'A35',
    title: 'a package is raised by hand',
    gate: 'review',
    changes: [edit('packages/types/package.json', '"version": "', '"version": "9')],
    says: ['versions-disagree  packages/types/package.json:', 'has the version 9'],
  },
  {
    operator: 'A35',
    title: 'a package is released for itself',
    gate: 'review',
    changes: [edit('.changeset/config.json', '      "@agent-conversation/mock",\n', '')],
    says: ['versions-disagree  .changeset/config.json:1', '@agent-conversation/mock'],
  },
  {
    operator: 'A35',
    title: 'what was released is changed, as the contract is',
    gate: 'review',
    changes: [
      edit(root, 'summary: Run conversations with', 'summary: Carry on conversations with'),
      edit(
        'openapi/released/openapi.yaml',
        'summary: Run conversations with',
        'summary: Carry on conversations with',
      ),
    ],
    says: ['baseline-edited  openapi/released/openapi.yaml:1'],
  },
  {
    operator: 'A35',
    title: 'what was released is removed',
    gate: 'review',
    changes: [{ file: 'openapi/released/openapi.yaml', remove: true }],
    says: ['openapi/released/openapi.yaml:1: there is no such file'],
  },
  {
    operator: 'A35',
    title: 'what the changelog tells of an operation is taken away',
    gate: 'packages/docs/src/texts/changelog.test.ts',
    changes: [
      edit(
        'openapi/changelog.yaml',
        "      getSettings:\n        - added: Reads the caller's settings.\n",
        '',
      ),
    ],
    says: ['add these to openapi/changelog.yaml', 'getSettings'],
  },
];
