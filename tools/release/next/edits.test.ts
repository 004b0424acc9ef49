import { expect, test } from 'vitest';
import { emptyApprovals } from './empty-approvals.ts';
import { raiseAction } from './raise-action.ts';
import { setVersion } from './set-version.ts';

test.each([
  [
    'info:\n  version: 0.1.0 # the one\n  title: A\n',
    'info:\n  version: 0.2.0 # the one\n  title: A\n',
  ],
  ["info: { title: A, version: '0.1.0' }\n", 'info: { title: A, version: 0.2.0 }\n'],
  ['x: 0.1.0\r\ninfo:\r\n  version: 0.1.0\r\n', 'x: 0.1.0\r\ninfo:\r\n  version: 0.2.0\r\n'],
])('the version of %j is set, and nothing else', (text, want) => {
  expect(setVersion(text, '0.2.0')).toBe(want);
});

test.each(['info: {}', 'info:\n  version:\n    of: it\n', 'a list'])(
  '%j has no version to set',
  (text) => {
    expect(() => setVersion(text, '0.2.0')).toThrow('openapi/openapi.yaml: has no info.version');
  },
);

test.each([
  ['# What is meant.\n# Reviewed.\napprovals:\n  - fingerprint: a\n  # why\n  - fingerprint: b\n'],
  ['# What is meant.\n# Reviewed.\napprovals: []\n'],
])('the approvals of %j go, the head stays', (text) => {
  expect(emptyApprovals(text)).toBe('# What is meant.\n# Reviewed.\napprovals: []\n');
});

test.each(['# nothing\n', 'records: []\n'])('%j has no approvals', (text) => {
  expect(() => emptyApprovals(text)).toThrow('openapi/approvals.yaml: has no list `approvals`');
});

test('the step of GitHub Actions runs the new checker', () => {
  const text = (version: string) =>
    `run: npx --yes @agent-conversation/conformance@${version} "$x"\n`;
  expect(raiseAction(text('0.1.0'), '0.1.0', '0.2.0')).toBe(text('0.2.0'));
  expect(() => raiseAction(text('0.1.10'), '0.1.1', '0.2.0')).toThrow(
    'packages/conformance/action.yml: must run @agent-conversation/conformance@0.1.1',
  );
});
