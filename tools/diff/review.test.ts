import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '@agent-conversation/cli';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { diff } from './main.ts';
import type { Effect, Review } from './model.ts';
import { jsonReport, markdownReport, prettyReport } from './report.ts';
import { digestOf, reviewContract } from './review.ts';
import { sourcesFile, sourcesOf } from './sources.ts';
import { leastTarget } from './versions.ts';

const contract = readFileSync(
  new URL('fixtures/contract.yaml', import.meta.url),
  'utf8',
);
const breaking = contract.replace('maximum: 100', 'maximum: 50');
const names = ['@agent-conversation/openapi', 'things'];
const approvals = `approvals:
  - fingerprint: aaaaaaaaaaaaaaaa
    change: Less.
    reason: Load.
    migration: Send less.
    owner: '@ada'
    expires: 2027-02-28
`;
let root: string;

function write(file: string, text: string): void {
  mkdirSync(join(root, dirname(file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const json = (file: string, value: object) =>
  write(file, JSON.stringify(value));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'review-'));
  json('package.json', {
    name: 'root',
    private: true,
    workspaces: ['openapi', 'packages/*'],
  });
  json('package-lock.json', { lockfileVersion: 3 });
  json('openapi/package.json', { name: names[0], version: '0.1.0' });
  json('packages/things/package.json', { name: names[1], version: '0.1.0' });
  json('.changeset/config.json', { fixed: [names] });
  write('openapi/approvals.yaml', 'approvals: []\n');
  write('openapi/openapi.yaml', contract);
  write('openapi/released/openapi.yaml', contract);
  write('openapi/released/openapi.yaml.sha256', digestOf(contract));
  write('openapi/dist/openapi.yaml', contract);
});
afterEach(() => rmSync(root, { recursive: true }));

const review = (): Promise<Review> =>
  reviewContract({ root, today: '2026-11-23' });
const problemsOf = async () =>
  (await review()).diagnostics.map(
    ({ kind, location: at }) => `${kind} ${at.file}:${at.line}`,
  );
const changeset = (step: string, text = 'Things.') =>
  write('.changeset/a.md', `---\n'${names[1]}': ${step}\n---\n\n${text}\n`);

async function approve(fields: object = {}): Promise<void> {
  const { changes } = await review();
  const { fingerprint, message: change } = changes[0]!;
  const texts = {
    reason: 'Load.',
    migration: 'Send less.',
    owner: '@ada',
    expires: '2026-12-24',
  };
  json('openapi/approvals.yaml', {
    approvals: [{ fingerprint, change, ...texts, ...fields }],
  });
}

test('an unchanged contract needs nothing', async () => {
  const least = { step: 'none', version: '0.1.0' };
  expect(await review()).toMatchObject({ changes: [], diagnostics: [], least });
});

test('a breaking change needs an approval and a changeset, and both are printed to be pasted', async () => {
  write('openapi/dist/openapi.yaml', breaking);
  const { diagnostics, least, changes } = await review();
  expect(least).toEqual({ step: 'minor', version: '0.2.0' });
  expect(changes).toMatchObject([{ rule: 'schema', approvalState: 'missing' }]);
  expect(diagnostics.map(({ kind }) => kind)).toEqual([
    'approval-missing',
    'changeset-missing',
  ]);
  const [blank] = diagnostics;
  write('openapi/approvals.yaml', `approvals:\n${blank!.paste!.text}`);
  await expect(review()).rejects.toThrow(
    'openapi/approvals.yaml:4: /approvals/0/reason is blank: fill in what the report left open, ' +
      'so is /approvals/0/owner in line 6, so is /approvals/0/expires in line 7',
  );
  for (const { paste } of diagnostics) {
    const { file, text } = paste!;
    const filled = text
      .replace(/Say in .*/, 'Things.')
      .replace(/(expires: )''.*/, "$1'2026-12-24'")
      .replaceAll(/(reason|migration|owner): ''.*/g, "$1: '@ada'");
    write(file, file.endsWith('.md') ? filled : `approvals:\n${filled}`);
  }
  expect(await problemsOf()).toEqual([]);
  const approved = { approvalState: 'approved', approval: { owner: '@ada' } };
  expect((await review()).changes[0]).toMatchObject(approved);
});

test('a change has its location in the sources', async () => {
  write('openapi/dist/openapi.yaml', breaking);
  write(
    'openapi/components/parameters/Limit.yaml',
    'name: limit\nschema:\n  maximum: 50\n',
  );
  const location = {
    file: 'openapi/components/parameters/Limit.yaml',
    line: 3,
  };
  expect((await review()).changes[0]).toMatchObject({ location });
});

test('an approval is valid until the end of its last day', async () => {
  write('openapi/dist/openapi.yaml', breaking);
  changeset('minor');
  await approve({ expires: '2026-11-23' });
  expect(await problemsOf()).toEqual([]);
});

test.each([
  [{ expires: '2026-11-22' }, 'approval-expired openapi/approvals.yaml:1'],
  [{ change: 'Another sentence.' }, 'approval-stale openapi/approvals.yaml:1'],
  [
    { fingerprint: '0'.repeat(16) },
    'approval-unknown openapi/approvals.yaml:1',
  ],
])('an approval with %j is a problem', async (fields, want) => {
  write('openapi/dist/openapi.yaml', breaking);
  changeset('minor');
  await approve(fields);
  expect(await problemsOf()).toContain(want);
});

test('a change that is not breaking needs no approval', async () => {
  write(
    'openapi/dist/openapi.yaml',
    contract.replace('summary: Lists', 'summary: Shows'),
  );
  changeset('patch');
  await approve();
  expect(await problemsOf()).toEqual([
    'approval-needless openapi/approvals.yaml:1',
  ]);
});

test.each([
  ['patch', 'Things.', 'changeset-too-small .changeset/a.md:1'],
  ['none', 'Things.', 'changeset-needless .changeset/a.md:1'],
  ['minor', '', 'changeset-without-summary .changeset/a.md:1'],
])(
  'a changeset of %s with the text %j is a problem',
  async (step, text, want) => {
    write('openapi/dist/openapi.yaml', breaking);
    await approve();
    changeset(step, text);
    expect(await problemsOf()).toContain(want);
  },
);

describe('since a commit', () => {
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    execFileSync('git', [...who, '-c', 'init.defaultBranch=main', ...args], {
      cwd: root,
    });
  };
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Things');
  };
  const contractNow = (text: string) => {
    write('openapi/openapi.yaml', text);
    write('openapi/dist/openapi.yaml', text);
  };
  const sinceMain = async () =>
    (await reviewContract({ root, since: 'main' })).since!;
  const branchProblems = async () => {
    const { diagnostics } = await reviewContract({ root, since: 'main' });
    return diagnostics
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('changeset'));
  };

  beforeEach(() => {
    git('init', '--quiet');
    contractNow(contract.replace('summary: Lists', 'summary: Shows'));
    changeset('minor');
    commit();
    git('switch', '--quiet', '--create', 'branch');
  });

  test('reports what the branch changes, with locations on both sides', async () => {
    const header = /\n *X-Left: .*/;
    contractNow(breaking.replace(header, ''));
    const { changes, commit: abbreviated } = await sinceMain();
    expect(
      changes.map(({ message, location: { file } }) => [message, file]),
    ).toEqual([
      ['parameter `limit`: `maximum` is 50, was 100.', 'openapi/openapi.yaml'],
      [
        'header `X-Left` of response 200 of `listThings`: removed.',
        `${abbreviated}:openapi/openapi.yaml`,
      ],
      ['`listThings`: other `summary`.', 'openapi/openapi.yaml'],
    ]);
  });

  test('a change of the branch needs a changeset of the branch', async () => {
    contractNow(contract.replace('summary: Lists', 'summary: Displays'));
    expect(await branchProblems()).toEqual(['changeset-missing']);
    write('.changeset/b.md', `---\n'${names[0]}': patch\n---\n\nThings.\n`);
    expect(await branchProblems()).toEqual([]);
    contractNow(breaking);
    expect(await branchProblems()).toEqual(['changeset-too-small']);
    changeset('minor', 'Also this.'); // An edit of an earlier one announces it as well.
    expect(await branchProblems()).toEqual([]);
    commit();
    expect(await branchProblems()).toEqual([]);
  });

  test('later changes of the other branch are not those of this one', async () => {
    git('switch', '--quiet', 'main');
    contractNow(breaking);
    commit();
    git('switch', '--quiet', 'branch');
    expect((await sinceMain()).changes).toEqual([]);
  });

  test.each([
    {
      rule: 'property-added-required',
      from: 'required: [name, made]\n      properties:\n',
      to: 'required: [name, made, extra]\n      properties:\n        extra: { type: string }\n',
    },
    {
      rule: 'parameter-added-required',
      from: '- { name: ids,',
      to: '- { name: extra, in: query, required: true, schema: { type: string } }\n        - { name: ids,',
    },
    {
      rule: 'success-added',
      from: "        '201':\n",
      to: "        '202':\n          description: Later.\n        '201':\n",
    },
  ])(
    'what a branch adds to a released operation can break: $rule',
    async ({ rule, from, to }) => {
      contractNow(contract.replace(from, to));
      const { changes } = await sinceMain();
      expect(changes).toContainEqual(
        expect.objectContaining({ rule, effect: 'breaking' }),
      );
    },
  );

  test('to go back to what was released breaks nobody', async () => {
    git('switch', '--quiet', 'main');
    contractNow(contract.replace('enum: [ON, OFF]', 'enum: [ON, OFF, LOST]'));
    commit();
    git('switch', '--quiet', '--create', 'another');
    contractNow(contract);
    const { changes } = await sinceMain();
    expect(changes.map(({ rule, effect }) => [rule, effect])).toContainEqual([
      'enum-value-removed',
      'compatible',
    ]);
  });

  test('a change of what was not released breaks nobody', async () => {
    const withProperty = (type: string) =>
      contract.replace(
        'id: { type: string }\n',
        `$&        extra: { type: ${type} }\n`,
      );
    git('switch', '--quiet', 'main');
    contractNow(withProperty('string'));
    commit();
    git('switch', '--quiet', '--create', 'another');
    contractNow(withProperty('integer'));
    expect((await sinceMain()).changes).toMatchObject([
      {
        effect: 'compatible',
        needsApproval: false,
        message: expect.stringContaining('not released yet') as string,
      },
    ]);
  });
});

test('versions and the released contract change only by a release', async () => {
  write('openapi/released/openapi.yaml', `${contract}# edited\n`);
  json('packages/things/package.json', { name: names[1], version: '0.1.1' });
  json('.changeset/config.json', { fixed: [[names[0]]] });
  expect(await problemsOf()).toEqual([
    'released-edited openapi/released/openapi.yaml:1',
    'versions-disagree packages/things/package.json:1',
    'versions-disagree .changeset/config.json:1',
  ]);
});

test.each([
  {
    file: 'openapi/approvals.yaml',
    text: 'approvals:\n  - fingerprint: 1\n',
    want: 'openapi/approvals.yaml:2: /approvals/0 must have required',
  },
  {
    file: 'openapi/approvals.yaml',
    text: approvals.replace(/a{16}/, '1234567890123456'),
    want: 'openapi/approvals.yaml:2: /approvals/0/fingerprint must be string: The',
  },
  {
    file: 'openapi/approvals.yaml',
    text: approvals.replace('Load.', "' '"),
    want: 'openapi/approvals.yaml:4: /approvals/0/reason must match',
  },
  {
    file: 'openapi/approvals.yaml',
    text: approvals.replace('02-28', '02-30'),
    want: 'openapi/approvals.yaml:7: /approvals/0/expires must match format "date"',
  },
  {
    file: 'openapi/approvals.yaml',
    text: approvals + approvals.replace(/^.*\n/, ''),
    want: 'openapi/approvals.yaml:8: /approvals/1 repeats the fingerprint',
  },
  {
    file: 'openapi/approvals.yaml',
    text: 'approvals: []\nmore: 1\n',
    want: 'openapi/approvals.yaml:2: /more is not a known property',
  },
  {
    file: '.changeset/b.md',
    text: 'no front matter',
    want: '.changeset/b.md:1: ',
  },
  {
    file: '.changeset/b.md',
    text: "---\n'nobody': patch\n---\n\nA.\n",
    want: '.changeset/b.md:1: ',
  },
  {
    file: 'openapi/openapi.yaml',
    text: contract.replace('0.1.0', '0.1'),
    want: 'openapi/openapi.yaml:3: /info/version is 0.1',
  },
])('reports what is wrong in $file', async ({ file, text, want }) => {
  write(file, text);
  await expect(review()).rejects.toThrow(want);
});

test.each<[string, Effect[], string]>([
  ['0.1.0', ['editorial'], '0.1.1'],
  ['0.1.9', ['compatible', 'editorial'], '0.1.10'],
  ['0.9.3', ['breaking'], '0.10.0'],
  ['1.2.3', ['editorial'], '1.2.4'],
  ['1.2.3', ['compatible'], '1.3.0'],
  ['1.2.3', ['breaking'], '2.0.0'],
])('from %s, %j needs %s', (released, effects, want) => {
  const changes = effects.map((effect) => ({ effect }));
  expect(leastTarget(changes, released).version).toBe(want);
});

test('the reports have every change and problem', async () => {
  write('openapi/dist/openapi.yaml', breaking);
  const reviewed = await review();
  const [change] = reviewed.changes;
  const pretty = prettyReport(reviewed);
  for (const text of [change!.fingerprint, change!.rule]) {
    expect(pretty).toContain(text);
    expect(markdownReport(reviewed)).toContain(text);
  }
  for (const { kind } of reviewed.diagnostics) expect(pretty).toContain(kind);
  expect(pretty).toMatch(/Least step {2}minor, to 0\.2\.0[^]*2 problems\.\n$/);
  const markdownOf = (changes: Review['changes']) =>
    markdownReport({ ...reviewed, changes });
  expect(markdownOf([])).toMatch(/^<!-- contract-review -->\n/);
  // Mentions nobody, and has no markup of others.
  const message = '<b> *c* `d|e` @ada #12';
  const escaped = '\\<b\\> \\*c\\* `d|e` @&#8203;ada #&#8203;12';
  expect(markdownOf([{ ...change!, message }])).toContain(escaped);
  const many = markdownOf(Array.from({ length: 1000 }, () => change!));
  expect(many.length).toBeLessThanOrEqual(65_536);
  expect(many).toMatch(/\d+ more are not shown/);
  // What the branch changes comes before all that, and is complete.
  const since = {
    ref: 'main',
    commit: '1234567',
    changes: [change!],
    changesets: [],
  };
  const withBranch = markdownReport({
    ...reviewed,
    since,
    changes: Array.from({ length: 1000 }, () => ({
      ...change!,
      message: 'Piled up.',
    })),
  });
  const [before = ''] = withBranch.split('<details><summary>Legacy');
  expect(before).toContain(change!.fingerprint);
  expect(before).not.toContain('Piled up.');
  expect(prettyReport({ ...reviewed, since })).toMatch(
    /Branch {6}1 breaking since main \(1234567\)/,
  );
});

test('the JSON report and the example of the README meet the schema', async () => {
  write('openapi/dist/openapi.yaml', breaking);
  const reviewed = await review();
  const ajv = new Ajv2020();
  formats.default(ajv, ['date']);
  const own = (file: string) =>
    readFileSync(new URL(file, import.meta.url), 'utf8');
  const validate = ajv.compile(JSON.parse(own('review.schema.json')) as object);
  const [, example = ''] = /```json\n([^]*?)```/.exec(own('README.md')) ?? [];
  for (const text of [
    jsonReport(reviewed),
    jsonReport({ ...reviewed, diagnostics: [] }),
    example,
  ])
    expect(validate(JSON.parse(text)), ajv.errorsText(validate.errors)).toBe(
      true,
    );
});

test('brief reports name only the changes to approve', async () => {
  write(
    'openapi/dist/openapi.yaml',
    breaking.replace('summary: Lists', 'summary: Shows'),
  );
  const reviewed = await review();
  expect(prettyReport(reviewed)).toContain('other `summary`');
  const brief = prettyReport(reviewed, { isBrief: true });
  expect(brief).toContain(reviewed.changes[0]!.message);
  expect(brief).not.toContain('other `summary`');
  await approve();
  const approved = prettyReport(await review(), { isBrief: true });
  expect(approved).toMatch(/^changeset-missing/);
  expect(approved).toContain('1 breaking, 1 editorial');
});

describe('a released source that no longer compiles', () => {
  const client = '@agent-conversation/client';
  const declared = (code: string) =>
    write(`node_modules/${client}/index.d.ts`, code);
  const declare = (name: string, members = '') =>
    declared(
      `export declare const ${name}: (it: { a?: string; ${members} }) => void;\n`,
    );

  beforeEach(() => {
    const program = `import { listThings } from '${client}';\nlistThings(`;
    json(`node_modules/${client}/package.json`, {
      name: client,
      types: './index.d.ts',
    });
    write('packages/client/dist/index.js', '');
    write('packages/client/README.md', `\`\`\`ts\n${program}{});\n\`\`\`\n`);
    write('openapi/samples/a/a.ts', `${program}{ a: 'a' });\n`);
    write(sourcesFile, sourcesOf(root));
  });

  test('is a breaking change with its line', async () => {
    declare('listThings', 'b: 1');
    const { changes } = await review();
    const rules = changes.map(({ rule, breaks, needsApproval }) => [
      rule,
      breaks,
      needsApproval,
    ]);
    expect(rules).toEqual([
      ['source-incompatible', ['source'], true],
      ['source-incompatible', ['source'], true],
    ]);
    const lines = readFileSync(join(root, sourcesFile), 'utf8').split('\n');
    expect(lines[changes[0]!.location.line - 1]).toBe(
      "listThings({ a: 'a' });",
    );
  });

  test('is none that uses what Node.js has', async () => {
    declare('listThings');
    const program = `import { listThings } from '${client}';\nlistThings({ a: process.env['A'] ?? '' });\n`;
    write('openapi/samples/a/a.ts', program);
    write(sourcesFile, sourcesOf(root));
    expect((await review()).changes).toEqual([]);
  });

  test('stays the same change when the type has another property that is not of interest', async () => {
    declare('listThings', 'b: 1');
    const before = await review();
    declare(
      'listThings',
      'b: 1; another?: string; yetAnother?: string; oneMore?: string',
    );
    const after = await review();
    const approvedOf = ({ changes }: Review) =>
      changes.map((it) => [it.fingerprint, it.message]);
    expect(approvedOf(after)).toEqual(approvedOf(before));
  });

  test('belongs to a renamed operation if the compiler reports the method of the client', async () => {
    const renamed = contract.replace(
      'operationId: listThings',
      'operationId: showThings',
    );
    write('openapi/dist/openapi.yaml', renamed);
    const program = `import { client } from '${client}';\nclient.things.list();\n`;
    write('packages/client/README.md', `\`\`\`ts\n${program}\`\`\`\n`);
    write('openapi/samples/a/a.ts', 'export {};\n');
    write(sourcesFile, sourcesOf(root));
    declared(
      'interface Things { show(): void }\nexport declare const client: { things: Things };\n',
    );
    const { changes } = await review();
    const breakingOnes = changes.filter(({ effect }) => effect === 'breaking');
    expect(breakingOnes).toMatchObject([
      { rule: 'operation-id', sources: [{}] },
    ]);
    expect(breakingOnes[0]!.sources[0]!.error).toContain(
      "Property 'list' does not exist",
    );
  });

  test('belongs to the change of the contract that the compiler names', async () => {
    const removed = contract.replace(
      'operationId: listThings',
      'operationId: showThings',
    );
    write('openapi/dist/openapi.yaml', removed);
    declare('showThings');
    const reviewed = await review();
    const { changes, diagnostics } = reviewed;
    expect(changes.filter(({ effect }) => effect === 'breaking')).toMatchObject(
      [
        {
          message: expect.stringContaining('listThings') as string,
          sources: [
            { name: 'openapi/samples/a/a.ts' },
            { name: 'packages/client/README.md, block 1' },
          ],
        },
      ],
    );
    expect(
      diagnostics.filter(({ kind }) => kind === 'approval-missing'),
    ).toHaveLength(1);
    const report = prettyReport(reviewed);
    expect(report).toContain("has no exported member 'listThings'");
    expect(report).toContain('does not compile (and 1 more): ');
  });
});

/** Returns the exit code of the command, and what it prints. */
async function run(...args: string[]): Promise<string> {
  let text = '';
  const add = (more: string) => void (text += more);
  const code = await runCommand(diff, args, { out: add, err: add });
  return `${code} ${text}`;
}

test('--base and --current compare any two bundles, and --output writes the report', async () => {
  write('c.yaml', breaking);
  const file = (name: string) => join(root, name);
  const files = [
    '--base',
    file('openapi/dist/openapi.yaml'),
    '--current',
    file('c.yaml'),
  ];
  const report = ['--format', 'json', '--output', file('report.json')];
  expect(await run(...files, ...report)).toMatch(/^1 /);
  expect(readFileSync(file('report.json'), 'utf8')).toContain(
    '"must be <= 50"',
  );
  expect(
    await run('--base', file('c.yaml'), '--current', file('c.yaml')),
  ).toMatch(/^0 /);
  write('v1.yaml', breaking.replace('version: 0.1.0', 'version: v1'));
  const named = await run(
    '--base',
    file('v1.yaml'),
    '--current',
    file('c.yaml'),
  );
  expect(named).toContain('Versions    released v1, info.version 0.1.0');
  const missing = await run(
    '--base',
    file('c.yaml'),
    '--current',
    file('none.yaml'),
  );
  expect(missing).toMatch(/^2 [^]*no such file/);
  expect(await run('--current', file('c.yaml'))).toMatch(
    /^2 [^]*--current needs --base/,
  );
});

test.each([
  ['property-required', 0, 'breaking if a value shows it'],
  ['changeset-missing', 0, 'announces the least step'],
  ['property-requird', 2, "did you mean 'property-required'"],
])('--explain %s exits with %i', async (id, code, says) => {
  const printed = await run('--explain', id);
  expect(printed).toMatch(new RegExp(`^${code} `));
  expect(printed).toContain(says);
});
