import {
  type Case,
  root,
  pause,
  job,
  request,
  status,
  limit,
  failed,
  backup,
  jobOver,
  guide,
  append,
  decisions,
  replace,
} from './edit.ts';

export const decisionsCases: Readonly<Record<string, readonly Case[]>> = {
  'contract-decision': [
    {
      reports: '`x-decision: D04` must name an entry',
      at: 'x-decision: D04',
      edits: [replace(failed, 'x-decision: D01', 'x-decision: D04')],
    },
    {
      reports: '`meaning: D09` must name an entry',
      at: 'meaning: D09',
      edits: [
        replace(
          limit,
          'x-provenance: documented',
          'x-provenance: documented\nx-assumed: { meaning: D09 }',
        ),
      ],
    },
    {
      reports: 'none is right before D04',
      at: '## D04',
      edits: [replace(decisions, '## D03', '## D04')],
    },
    {
      reports: 'D02 must have one entry',
      at: '## D02 · Rate',
      edits: [replace(decisions, '## D03', '## D02')],
    },
    {
      reports: 'must be `## D07 · Title`, a line',
      at: '## D3',
      edits: [replace(decisions, '## D03', '## D3')],
    },
    {
      reports: '`documented` or `observed`, and',
      at: '## D02',
      edits: [
        replace(decisions, '2026-03-02 · assumed', '2026-03-02 · guessed'),
      ],
    },
    {
      reports: 'and paragraphs **Documented:**',
      at: '## D01',
      edits: [replace(decisions, '**Chosen:** One', 'One')],
    },
    {
      reports: '`2026-02-30` must be a date',
      at: '2026-02-30',
      edits: [replace(decisions, '2026-03-01', '2026-02-30')],
    },
    { edits: [replace(decisions, '2026-03-01', '2024-02-29')] },
    {
      edits: [
        replace(
          decisions,
          '## D03 · Rate limits',
          '| D03 | Rate limits | Nothing | None | 2026-03-02 · assumed |\n\n',
        ),
      ],
    },
  ],
  'contract-evidence': [
    // What the interface document states needs none.
    {
      edits: [
        replace(decisions, '2026-03-02 · assumed', '2026-03-02 · documented'),
      ],
    },
    {
      reports: 'D02 is observed, so it must name',
      at: '## D02',
      edits: [
        replace(decisions, '2026-03-02 · assumed', '2026-03-02 · observed'),
      ],
    },
    {
      reports: 'D03 is observed, so it must name',
      at: '## D03',
      edits: [
        replace(
          decisions,
          '**Evidence:** `1.2.0 startJob/too-often`, `startJob/started`, read (1.1.0, 2026-03-01).',
          '',
        ),
      ],
    },
    {
      reports:
        'D03 names the exchange `1.2.0 startJob/to-often`, which openapi/evidence does not have: ' +
        'did you mean `1.2.0 startJob/too-often`.',
      at: '`1.2.0 startJob/to-often`',
      edits: [replace(decisions, 'too-often', 'to-often')],
    },
    {
      reports: 'did you mean `1.2.0 startJob/too-often`.',
      at: '`1.3.0 startJob/too-often`',
      edits: [replace(decisions, '1.2.0', '1.3.0')],
    },
    {
      reports: 'record it, or fix the name',
      at: '`startJob/begun-in-another-way`',
      edits: [
        replace(decisions, 'startJob/started', 'startJob/begun-in-another-way'),
      ],
    },
    {
      reports:
        'the source `rumours`, which must be an edition or one of hosted,',
      at: '`1.2.0 startJob',
      edits: [replace(decisions, 'read (1.1.0,', 'read (rumours,')],
    },
    {
      reports: 'has `seen somewhere`, and must be a list',
      at: '`1.2.0 startJob',
      edits: [replace(decisions, 'read (1.1.0, 2026-03-01)', 'seen somewhere')],
    },
    {
      reports: 'has `read (1.1.0, 2026-03)`',
      at: '`1.2.0 startJob',
      edits: [replace(decisions, '2026-03-01).', '2026-03).')],
    },
    {
      reports: 'D02 names',
      at: '`startJob/stat`',
      edits: [
        replace(
          decisions,
          '**Alternatives:** None.\n\n## D03',
          '**Alternatives:** None.\n\n**Evidence:** `startJob/stat`.\n\n## D03',
        ),
      ],
    },
    {
      reports: 'D03 is observed, so it must name',
      at: 'Rate limits',
      edits: [
        replace(
          decisions,
          '## D03 · Rate limits',
          '| D03 | Rate limits | Nothing | None | 2026-03-02 · observed |\n\n',
        ),
      ],
    },
    {
      reports: 'did you mean `startJob/started`.',
      at: '`startJob/stat`',
      edits: [
        replace(
          decisions,
          '## D03 · Rate limits',
          '| D03 | Rate limits | Nothing | None | 2026-03-02 · observed · `startJob/stat` |\n\n',
        ),
      ],
    },
    {
      edits: [
        replace(
          decisions,
          '`1.2.0 startJob/too-often`, `startJob/started`, ',
          '',
        ),
      ],
    },
    { edits: [replace(decisions, ', read (1.1.0, 2026-03-01)', '')] },
    {
      edits: [
        replace(
          decisions,
          'read (1.1.0, 2026-03-01)',
          'read (hosted, 2026-03-01)',
        ),
      ],
    },
    {
      edits: [
        replace(
          decisions,
          '`1.2.0 startJob/too-often`, ',
          '`1.2.0\nstartJob/too-often`,\n',
        ),
      ],
    },
    {
      edits: [
        replace(
          decisions,
          '## D03 · Rate limits',
          '| D03 | Rate limits | Nothing | None | 2026-03-02 · observed · `startJob/started` |\n\n',
        ),
      ],
    },
  ],
  'contract-provenance': [
    {
      reports: 'must have `x-provenance: documented|observed|assumed`',
      at: 'name: limit',
      edits: [replace(limit, 'x-provenance: documented\n', '')],
    },
    {
      reports: 'must have `x-provenance',
      at: "'204':",
      edits: [replace(pause, '      x-provenance: documented\n', '')],
    },
    {
      reports: 'must have an `x-decision`, as it is assumed',
      at: 'description: The request',
      edits: [replace(failed, 'x-decision: D01\n', '')],
    },
    {
      reports: 'must have `meaning` or `omission`',
      at: 'x-assumed',
      edits: [
        replace(
          limit,
          'x-provenance: documented',
          'x-provenance: documented\nx-assumed: { type: D01 }',
        ),
      ],
    },
    {
      reports: 'must not have `x-assumed`',
      at: 'x-assumed',
      edits: [
        replace(
          failed,
          'x-decision: D01',
          'x-decision: D01\nx-assumed: { meaning: D01 }',
        ),
      ],
    },
    {
      reports: 'must have no `x-decision`',
      at: 'description: Something',
      edits: [
        replace(
          job,
          'x-provenance: documented',
          'x-provenance: documented\nx-decision: D01',
        ),
      ],
    },
    {
      edits: [
        replace(
          job,
          'properties:',
          'properties:\n  responses:\n    description: A.\n    type: array\n    items:\n      type: string',
        ),
      ],
    },
    {
      edits: [
        replace(
          limit,
          'x-provenance: documented',
          'x-provenance: documented\nx-assumed: { omission: D01 }',
        ),
      ],
    },
  ],
  'contract-quantities': [
    // Sections and versions of standards, percentages, and what is counted or measured.
    {
      edits: [
        replace(
          failed,
          'was rejected.',
          'was rejected: RFC 9110, sections 15.5.5, 15.5.6 and 15.5.7; OpenAPI 3.1.0; \u00a7 5.1.2; ' +
            'at least 5 times, up to 2 days, at least 50 %.',
        ),
      ],
    },
    {
      reports:
        'description states 100 a second, which neither D01 nor a keyword',
      at: 'description',
      edits: [
        replace(
          failed,
          'was rejected.',
          'was rejected, 100 requests a second.',
        ),
      ],
    },
    {
      reports: 'description states 100 a second',
      at: 'description',
      edits: [
        replace(
          failed,
          'was rejected.',
          'was rejected, 100 requests a second.',
        ),
        replace(decisions, 'One body', 'At 10 requests in a second, one body'),
      ],
    },
    {
      reports: 'The text states 10 a second',
      at: 'requests in a second',
      in: decisions,
      edits: [
        replace(
          failed,
          'was rejected.',
          'was rejected, 100 requests a second.',
        ),
        replace(decisions, 'One body', 'At 10 requests in a second, one body'),
      ],
    },
    {
      reports: 'summary states 11 a second',
      at: 'summary',
      edits: [
        replace(
          jobOver,
          'is over',
          'is over, more than 11 requests per second',
        ),
        replace(decisions, 'One body', 'At 10 requests a second, one body'),
      ],
    },
    {
      reports: 'value states 20 a minute, which neither a decision',
      at: 'value',
      edits: [replace(jobOver, 'has ended', 'has ended, 20 per 1 minute')],
    },
    {
      reports: 'description states 50, which neither a decision nor a keyword',
      at: 'description',
      edits: [replace(limit, 'may hold.', 'may hold, at most 50.')],
    },
    {
      // The bound of another decision is another bound.
      reports: 'description states 50, which neither D02',
      at: 'description',
      edits: [
        replace(
          limit,
          'may hold.',
          'may hold, at most 50.\nx-assumed: { omission: D02 }',
        ),
        replace(decisions, 'One body', 'At most 50 of one body'),
      ],
    },
    {
      reports: 'description states 36 digits',
      at: 'description',
      edits: [
        replace(
          failed,
          'was rejected.',
          'was rejected, ids have 36 hexadecimal digits.',
        ),
        replace(
          decisions,
          'One body',
          'Of 32 lowercase hexadecimal digits, one body',
        ),
      ],
    },
    {
      reports: 'The text states 11 a second, which the contract does not',
      at: 'Up to 11',
      edits: [
        replace(guide, 'Start with', 'Up to 11 requests a second. Start with'),
        replace(failed, 'was rejected.', 'was rejected, 10 requests a second.'),
        replace(decisions, 'One body', 'At 10 requests a second, one body'),
      ],
    },
    {
      reports: 'description states the edition 1.2.1, which neither D01',
      at: 'description',
      edits: [
        replace(failed, 'was rejected.', 'was rejected (since 1.2.1).'),
        replace(decisions, 'One body', 'Since 1.2.0, one body'),
      ],
    },
    {
      reports: 'The text states the edition 1.2.1',
      at: '1.2.1',
      edits: [replace(guide, 'Start with', '1.2.1 has none. Start with')],
    },
    {
      edits: [
        replace(
          failed,
          'was rejected.',
          'was rejected (since 1.2.0; RFC 9110, section 10.2.3).',
        ),
        replace(
          decisions,
          'One body',
          'Since 1.2.0, and 0.1.0 of the contract, one body',
        ),
        replace(guide, 'Start with', 'At 127.0.0.1, 1.2.0 has it. Start with'),
      ],
    },
    {
      edits: [
        replace(
          guide,
          'Start with',
          'Send at most 50, 10 requests\na second. Start with',
        ),
        replace(
          failed,
          'was rejected.',
          'was rejected, more than 10 requests in a second.',
        ),
        replace(decisions, 'One body', 'At ten requests per second, one body'),
        replace(limit, 'may hold.', 'may hold, at most 50.'),
        replace(limit, 'minimum: 1', 'minimum: 1\n  maximum: 50'),
      ],
    },
    // Sizes, times, versions and status codes are no bounds; what programs print is no text.
    {
      edits: [
        replace(
          guide,
          'Start with',
          'It takes up to 25 s and at most 3 GiB, or 404. Start with',
        ),
        append(guide, '\n```text\nat most 7\n```\n'),
        replace(limit, 'may hold.', 'may hold, up to 1.5.'),
      ],
    },
  ],
  'contract-extensions': [
    {
      reports: 'must not have `x-Secret`',
      at: 'x-Secret',
      edits: [
        replace(
          request,
          'x-secret: true',
          'x-secret: true\n    x-Secret: true',
        ),
      ],
    },
    {
      reports: 'must not have `x-internal`',
      at: 'x-internal',
      edits: [replace(root, 'paths:', 'paths:\n  x-internal: true')],
    },
    {
      reports: 'must not have `x-internal`',
      at: 'x-internal',
      edits: [replace(pause, "    '204'", "    x-internal: true\n    '204'")],
    },
    { edits: [replace(backup, 'name:', 'x-internal: 1\n  name:')] },
    {
      edits: [
        replace(status, '  PAUSED: It', '  x-ray: It is seen.\n  PAUSED: It'),
      ],
    },
  ],
};
