import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { judgeApprovals } from '../approvals/judge-approvals.ts';
import type { Review } from '../model/review.ts';
import { approval, change, review } from '../testing/samples.ts';
import { judgePlan } from '../versions/judge-plan.ts';
import { jsonReport } from './json.ts';
import { markdownReport } from './markdown.ts';
import { prettyReport } from './pretty.ts';

const plain = (_: string, text: string) => text;

/** A review with an approved change, one that is not, and no changeset. */
function eventful(count = 1): Review {
  const changes = [
    change(),
    ...Array.from({ length: count }, (_, index) =>
      change({
        message: `\`Lamp.size\` must be sent | <b>${index}</b> by @ada, see #12.`,
        fingerprint: index.toString(16).padStart(16, 'f'),
        generation: 'v0',
        migration: '',
      }),
    ),
    change({ effect: 'editorial', breaks: [], needsApproval: false, generation: 'none' }),
  ];
  const judged = judgeApprovals(changes, [approval()], '2026-12-24');
  const least = { step: 'minor', version: '0.2.0' } as const;
  const { planned } = review();
  return review({
    changes: judged.changes,
    approvals: [approval()],
    least,
    complaints: [...judged.complaints, ...judgePlan(changes, least, planned)],
  });
}

test('the pretty report tells everything, and the verdict last', () => {
  expect(prettyReport(eventful(), plain)).toMatchInlineSnapshot(`
    "V1

      breaking    Lamp.colour must be sent
        at           openapi/components/schemas/Lamp.yaml:5
        rule         request-member-required (seen by own, oasdiff)
        breaks       sender
        reaches      switchLamp
        migrate      Send colour
        approval     approved: Lamps without a colour burn (@ada, until 2026-12-24)
        fingerprint  0123456789abcdef

    Legacy (V0)

      breaking    \`Lamp.size\` must be sent | <b>0</b> by @ada, see #12.
        at           openapi/components/schemas/Lamp.yaml:5
        rule         request-member-required (seen by own, oasdiff)
        breaks       sender
        reaches      switchLamp
        approval     missing
        fingerprint  fffffffffffffff0

    The contract as a whole

      editorial   Lamp.colour must be sent
        at           openapi/components/schemas/Lamp.yaml:5
        rule         request-member-required (seen by own, oasdiff)
        reaches      switchLamp
        migrate      Send colour
        fingerprint  0123456789abcdef

    approval-missing  openapi/components/schemas/Lamp.yaml:5
      \`Lamp.size\` must be sent | <b>0</b> by @ada, see #12. (request-member-required) This breaks senders, and nobody has approved it: take it back, or add it to openapi/approvals.yaml.

    approval-needless  openapi/approvals.yaml:2
      0123456789abcdef breaks nobody and needs no approval: remove the record.

    changeset-missing  openapi/components/schemas/Lamp.yaml:5
      The least step is minor, to 0.2.0, as this is a breaking change, and no changeset plans it: add .changeset/contract-0123456789abcdef.md.

    What to write into openapi/approvals.yaml:

      - fingerprint: fffffffffffffff0
        change: '\`Lamp.size\` must be sent | <b>0</b> by @ada, see #12.'
        reason: '' # why it is worth breaking somebody
        migration: ''
        owner: '' # an e-mail address or a @handle
        expires: '' # the last day, YYYY-MM-DD

    What to write into .changeset/contract-0123456789abcdef.md:

    ---
    '@agent-conversation/openapi': minor
    ---

    Say in a sentence or two what changes for those who use the contract.

    2 breaking, 1 editorial changes since 0.1.0.
    Least step  minor, to 0.2.0
    Changesets  none
    Versions    released 0.1.0, info.version 0.1.0, packages 0.1.0
    3 complaints.
    "
  `);
});

test('the first approval takes the place of the empty list', () => {
  const { complaints } = judgeApprovals([change()], [], '2026-12-24');
  const report = prettyReport(review({ complaints }), plain);
  const [, text = ''] =
    /openapi\/approvals\.yaml, in place of `approvals: \[\]`:\n\n(.+?)\n\n/s.exec(report) ?? [];
  expect(parse(text)).toEqual({ approvals: [expect.objectContaining({ reason: '' })] });
  expect(markdownReport(review({ complaints }))).toContain(
    `into <code>openapi/approvals.yaml</code>, in place of <code>approvals: []</code></summary>\n\n\`\`\`yaml\n${text}\n`,
  );
});

test('the pretty report has the colours of what it tells', () => {
  const painted = prettyReport(eventful(), (colour, text) => `<${colour}>${text}`);
  for (const text of ['<red>breaking', '<dim>editorial', '<bold>V1', '<red>3 complaints.']) {
    expect(painted).toContain(text);
  }
  expect(prettyReport(review(), (colour, text) => `<${colour}>${text}`)).toContain(
    '<green>In order',
  );
});

test('the pretty report of nothing is short', () => {
  expect(prettyReport(review(), plain)).toMatchInlineSnapshot(`
    "Nothing has changed since 0.1.0.
    Least step  none
    Changesets  none
    Versions    released 0.1.0, info.version 0.1.0, packages 0.1.0
    In order.
    "
  `);
});

test('the Markdown report is a summary, complaints, and a table for each generation', () => {
  expect(markdownReport(eventful())).toMatchInlineSnapshot(`
    "### Contract: 3 complaints. 2 breaking, 1 editorial changes since 0.1.0

    Least step: **minor, to 0.2.0**. Changesets: **none**. Versions: released 0.1.0, info.version 0.1.0, packages 0.1.0.

    - **approval-missing** \`openapi/components/schemas/Lamp.yaml:5\` \`Lamp.size\` must be sent \\| &lt;b&gt;0&lt;/b&gt; by @&#8203;ada, see #&#8203;12. \\(request-member-required\\) This breaks senders, and nobody has approved it\\: take it back, or add it to openapi/approvals.yaml
    - **approval-needless** \`openapi/approvals.yaml:2\` 0123456789abcdef breaks nobody and needs no approval\\: remove the record
    - **changeset-missing** \`openapi/components/schemas/Lamp.yaml:5\` The least step is minor, to 0.2.0, as this is a breaking change, and no changeset plans it\\: add .changeset/contract-0123456789abcdef.md

    <details><summary>What to write into <code>openapi/approvals.yaml</code></summary>

    \`\`\`yaml
      - fingerprint: fffffffffffffff0
        change: '\`Lamp.size\` must be sent | <b>0</b> by @ada, see #12.'
        reason: '' # why it is worth breaking somebody
        migration: ''
        owner: '' # an e-mail address or a @handle
        expires: '' # the last day, YYYY-MM-DD
    \`\`\`

    </details>

    <details><summary>What to write into <code>.changeset/contract-0123456789abcdef.md</code></summary>

    \`\`\`md
    ---
    '@agent-conversation/openapi': minor
    ---

    Say in a sentence or two what changes for those who use the contract.
    \`\`\`

    </details>

    <details><summary>V1: 1</summary>

    | Effect | Change | Place | Breaks | What users do | Approval |
    |---|---|---|---|---|---|
    | **breaking** | Lamp.colour must be sent \`request-member-required\` | \`openapi/components/schemas/Lamp.yaml:5\` | sender | Send colour | \`0123456789abcdef\` approved\\: Lamps without a colour burn \\(@&#8203;ada, until 2026-12-24\\) |

    </details>

    <details><summary>Legacy (V0): 1</summary>

    | Effect | Change | Place | Breaks | What users do | Approval |
    |---|---|---|---|---|---|
    | **breaking** | \`Lamp.size\` must be sent \\| &lt;b&gt;0&lt;/b&gt; by @&#8203;ada, see #&#8203;12. \`request-member-required\` | \`openapi/components/schemas/Lamp.yaml:5\` | sender |  | \`fffffffffffffff0\` missing |

    </details>

    <details><summary>The contract as a whole: 1</summary>

    | Effect | Change | Place | Breaks | What users do | Approval |
    |---|---|---|---|---|---|
    | editorial | Lamp.colour must be sent \`request-member-required\` | \`openapi/components/schemas/Lamp.yaml:5\` |  | Send colour |  |

    </details>

    "
  `);
});

test.each([100, 150, 1000])('with %i changes, a Markdown report fits into a comment', (count) => {
  const report = markdownReport(eventful(count));
  expect(report.length).toBeLessThanOrEqual(65_536);
  const [, left] =
    /\n(\d+) more are left out here: `npm run diff` tells all of it\.\n$/.exec(report) ?? [];
  const told = [...report.matchAll(/^(- \*\*|\| (\*\*breaking|editorial))/gm)].length;
  const blocks = [...report.matchAll(/<details>/g)].length;
  // A complaint and a row for each change, those of the other two, one of their changesets, two blocks to paste.
  expect(told + Number(left)).toBeGreaterThanOrEqual(2 * count + 4);
  expect([...report.matchAll(/<\/details>/g)]).toHaveLength(blocks);
});

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const ajv = new Ajv2020({ allErrors: true });
formats.default(ajv, ['date']);
const isValid = ajv.compile(JSON.parse(read('review.schema.json')) as object);

const planned = {
  file: '.changeset/a.md',
  step: 'patch',
  summary: 'Lamps.',
  packages: [{ name: 'lamps', step: 'patch', isPublished: true }],
} as const;

test.each([
  review(),
  eventful(),
  review({ planned: { step: 'patch', version: '0.1.1', changesets: [planned] } }),
])('the JSON report keeps its schema', (given) => {
  const report = JSON.parse(jsonReport(given)) as Record<string, unknown>;
  expect(isValid(report), JSON.stringify(isValid.errors)).toBe(true);
  expect(report).toMatchObject({ version: 1, inOrder: given.complaints.length === 0 });
});

test('the report in the README is one', () => {
  const [, example = ''] = /```json\n([^]*?)```/.exec(read('../README.md')) ?? [];
  expect(isValid(JSON.parse(example)), JSON.stringify(isValid.errors)).toBe(true);
});
