import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const rules = 'tools/lint';
const complaints = `${rules}/pages/complaints.test.ts`;
const off = `${rules}/explain/switched-off.test.ts`;

/** Faults in the rules of the contract: what is told of them, and which are off. */
export const ruleGateMutants: readonly FileMutant[] = [
  {
    operator: 'G9',
    title: 'a rule has no page',
    fast: true,
    gate: complaints,
    changes: [{ file: `${rules}/rules/closed.md`, remove: true }],
    says: ['contract-closed has no page: write rules/closed.md'],
  },
  {
    operator: 'G9',
    title: 'a rule is renamed',
    gate: complaints,
    changes: [edit('.spectral.yaml', '  contract-times:\n', '  contract-moments:\n')],
    says: [
      'contract-moments has no entry in rules/ids.yaml',
      'contract-times is no rule any more: an id is for good',
    ],
  },
  {
    operator: 'G9',
    title: 'the bad example of a page is in order',
    gate: `${rules}/pages/pages.test.ts`,
    changes: [
      edit(`${rules}/rules/closed.md`, 'additionalProperties: false', 'additionalProperties: {}'),
    ],
    says: ['contract-closed: Bad', 'is what the rule finds'],
  },
  {
    operator: 'G9',
    title: 'a rule of others is off without a reason',
    gate: off,
    changes: [
      edit(
        '.spectral.yaml',
        '  # It only hints by itself, and a hint lets lint pass.\n  owasp:api7:2023-concerning-url-parameter: warn\n',
        '  owasp:api7:2023-concerning-url-parameter: off\n',
      ),
    ],
    says: ['owasp:api7:2023-concerning-url-parameter has a reason beside it'],
  },
  {
    operator: 'G9',
    title: 'a rule of others is off although the contract keeps it',
    gate: off,
    changes: [
      edit(
        'redocly.yaml',
        '  path-segment-plural: off\n',
        '  path-segment-plural: off\n  # Nobody minds, as far as we have heard.\n  paths-kebab-case: off\n',
      ),
    ],
    says: ['is nothing that the contract keeps: Redocly', 'paths-kebab-case'],
  },
];
