import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse, parseDocument, stringify } from 'yaml';
import { approvalsFile } from './approvals/read-approvals.ts';
import { operationsOf } from './judge/operations.ts';
import { readContract } from './model/contract.ts';
import { valueAt } from './model/pointer.ts';
import { targetOf } from './model/references.ts';
import type { Approval, Review } from './model/review.ts';
import { releasedClone, type ReleasedClone } from './testing/released-clone.ts';
import { baselineFile, digestFile } from './versions/baseline.ts';

const program = 'tools/diff/main.ts';
const bundle = 'openapi/dist/openapi.yaml';
const changeset = '.changeset/titles.md';

let clone: ReleasedClone;
beforeAll(() => {
  clone = releasedClone();
}, 120_000);
afterAll(() => clone.dispose());

test('a release is in order', () => {
  const { status, stdout, stderr } = clone.run(program);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^Nothing has changed since [\d.]+\.\n/);
  expect(stdout).toMatch(/\nIn order\.\n$/);
  expect(status).toBe(0);
});

/** What the source of a schema says of an object. */
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly 'x-provenance'?: string;
}

/** A member that a request may leave out, and that is not just assumed. */
function optionalMember() {
  const contract = readContract({ file: bundle, text: clone.read(bundle) });
  const found = operationsOf(contract).flatMap(({ id: operation, value }) => {
    const $ref = valueAt(value, '/requestBody/content/application~1json/schema/$ref');
    if (typeof $ref !== 'string') return [];
    const file = `openapi${targetOf($ref)}.yaml`;
    const schema = parse(clone.read(file)) as ObjectSchema;
    if (schema['x-provenance'] === 'assumed') return [];
    return Object.entries(schema.properties ?? {})
      .filter(([name, it]) => !schema.required?.includes(name) && !('x-provenance' in it))
      .map(([member]) => ({ operation, member, file }));
  });
  return found[0]!;
}

describe('a request must have a member that it could leave out', () => {
  let wanted: ReturnType<typeof optionalMember>;
  /** What the gate says of it, as a program reads it. */
  let first: Review;
  let before: string;
  beforeAll(() => {
    wanted = optionalMember();
    before = clone.read(wanted.file);
    const schema = parseDocument(before);
    schema.set('required', [...((schema.toJS() as ObjectSchema).required ?? []), wanted.member]);
    clone.write(wanted.file, schema.toString());
    clone.bundle();
    clone.commit('Demand it');
    const { stdout, stderr } = clone.run(program, '--format', 'json');
    if (stdout === '') throw new Error(stderr);
    first = JSON.parse(stdout) as Review;
  }, 60_000);

  /** Writes what the gate has printed for a file, with the blanks filled in. */
  function paste(file: string, fill: (text: string) => string): void {
    const found = first.complaints.find((complaint) => complaint.paste?.file.startsWith(file));
    clone.write(found!.paste!.file, fill(found!.paste!.text));
  }
  function approve(given: Partial<Approval>): void {
    paste(approvalsFile, (text) => {
      const [record] = parse(text) as [object];
      const people = { reason: 'Lists show it.', owner: '@ada', expires: '2999-12-31' };
      return stringify({ approvals: [{ ...record, ...people, ...given }] });
    });
  }
  function release(step: string): void {
    clone.write(changeset, `---\n'@agent-conversation/types': ${step}\n---\n\nIt must be said.\n`);
  }

  test('without an approval it is refused, and named with its place', () => {
    const { status, stdout } = clone.run(program);
    expect(stdout).toMatch(
      new RegExp(`approval-missing {2}${wanted.file}:\\d+\\n.*${wanted.member}`),
    );
    expect(stdout).toMatch(new RegExp(`changeset-missing .*\\n.*${first.least.step}`));
    expect(stdout).toMatch(/\n\d complaints\.\n$/);
    expect(status).toBe(1);
    expect(first.changes).toContainEqual(
      expect.objectContaining({
        effect: 'breaking',
        approvalState: 'missing',
        operations: expect.arrayContaining([wanted.operation]),
        breaks: expect.arrayContaining(['sender']),
      }),
    );
  });

  test('with an approval and too small a step it is refused, and the least one is told', () => {
    approve({});
    release('patch');
    clone.commit('Approve it, as a patch');
    const { status, stdout } = clone.run(program);
    expect(stdout).not.toContain('approval-missing');
    expect(stdout).toContain(`changeset-too-small  ${changeset}:1\n`);
    expect(stdout).toContain(`The least step is ${first.least.step}, to ${first.least.version}`);
    expect(stdout).toContain(`'@agent-conversation/types': ${first.least.step}\n`);
    expect(status).toBe(1);
  });

  test('with an approval and the right step it passes', () => {
    approve({});
    release(first.least.step);
    clone.commit('Approve it');
    const { status, stdout } = clone.run(program);
    expect(stdout).toContain('approved: Lists show it. (@ada, until 2999-12-31)');
    expect(stdout).toContain(`Changesets  ${first.least.step}, to ${first.least.version}`);
    expect(stdout).toMatch(/\nIn order\.\n$/);
    expect(status).toBe(0);
  });

  test('an approval that has expired is refused', () => {
    approve({ expires: '2026-01-31' });
    clone.commit('Let it expire');
    const { status, stdout } = clone.run(program);
    expect(stdout).toMatch(
      /approval-expired {2}openapi\/approvals\.yaml:\d+\n.*held until 2026-01-31: @ada renews it/,
    );
    expect(status).toBe(1);
  });

  test('an approval of something else is refused', () => {
    approve({ change: 'Something else' });
    clone.commit('Approve something else');
    const { status, stdout } = clone.run(program);
    expect(stdout).toMatch(/approval-stale {2}openapi\/approvals\.yaml:\d+\n.*"Something else"/);
    expect(status).toBe(1);
  });

  test('an approval that outlives its change is refused', () => {
    approve({});
    clone.write(wanted.file, before);
    clone.bundle();
    clone.commit('Take it back');
    const { status, stdout } = clone.run(program);
    expect(stdout).toMatch(/approval-unknown {2}openapi\/approvals\.yaml:\d+\n/);
    expect(status).toBe(1);
  }, 60_000);
});

describe('what nobody may do by hand', () => {
  beforeEach(() => clone.reset());

  test.each([
    ['raise the contract', 'openapi/openapi.yaml', 'versions-disagree'],
    ['raise a package', 'packages/types/package.json', 'versions-disagree'],
    ['change what was released', baselineFile, 'baseline-edited'],
  ])('%s', (_, file, kind) => {
    const text = clone.read(file);
    clone.write(
      file,
      text.replace(/(\bversion"?: "?)\d+/, (__, before: string) => `${before}77`),
    );
    clone.commit('By hand');
    const { status, stdout } = clone.run(program);
    expect(stdout).toMatch(new RegExp(`(^|\\n)${kind} {2}${file}:\\d+\\n`));
    expect(status).toBe(1);
  });
});

test('another bundle may be counted from', () => {
  clone.reset();
  clone.write('other.yaml', clone.read(bundle).replace(/(?<=version: ).+/, '0.0.1'));
  const { status, stdout } = clone.run(program, '--base', 'other.yaml');
  expect(stdout).toContain('Nothing has changed since 0.0.1.\n');
  expect(status).toBe(0);
});

describe('what cannot be read is told in one line, and nothing is written', () => {
  beforeEach(() => clone.reset());

  test.each<readonly [string, (root: ReleasedClone) => void, RegExp]>([
    [
      'approvals that are malformed',
      (it) => it.write(approvalsFile, 'approvals:\n  - fingerprint: [\n'),
      /^openapi\/approvals\.yaml:\d+: /,
    ],
    [
      'an approval that nobody answers for',
      (it) => it.write(approvalsFile, 'approvals:\n  - fingerprint: 0123456789abcdef\n'),
      /^openapi\/approvals\.yaml:2: \/approvals\/0: must have required property '\w+'$/,
    ],
    [
      'no approvals',
      (it) => it.remove(approvalsFile),
      /^openapi\/approvals\.yaml:1: there is no such file: /,
    ],
    [
      'no released contract',
      (it) => it.remove(baselineFile),
      /^openapi\/released\/openapi\.yaml:1: there is no such file: take it back from git/,
    ],
    [
      'a released contract that is none',
      (it) => it.write(baselineFile, 'info: {version: 0.1.0}\npaths: [\n'),
      /^openapi\/released\/openapi\.yaml:\d+: /,
    ],
    [
      'no digest of it',
      (it) => it.remove(digestFile),
      /^openapi\/released\/openapi\.yaml\.sha256:1: there is no such file: /,
    ],
    [
      'a version of the contract that is none',
      (it) =>
        it.write(
          'openapi/openapi.yaml',
          it.read('openapi/openapi.yaml').replace(/(version: ).+/, '$1soon'),
        ),
      /^openapi\/openapi\.yaml:\d+: info\.version is "soon", which is no version: write three numbers/,
    ],
    [
      'a version of a package that is none',
      (it) =>
        it.write(
          'packages/mock/package.json',
          it.read('packages/mock/package.json').replace(/("version": )".+"/, '$1"1.0"'),
        ),
      /^packages\/mock\/package\.json:\d+: version is "1\.0", which is no version: /,
    ],
    [
      'a package.json that is malformed',
      (it) => it.write('packages/mock/package.json', '{'),
      /^package\.json:1: the workspaces cannot be read: /,
    ],
    [
      'a changeset without a head',
      (it) => it.write(changeset, 'Conversations need a title.\n'),
      /^\.changeset\/titles\.md:1: could not parse changeset - missing or invalid frontmatter/,
    ],
    [
      'a changeset with another step',
      (it) => it.write(changeset, "---\n'@agent-conversation/types': huge\n---\n\nTitles.\n"),
      /^\.changeset\/titles\.md:1: could not parse changeset - invalid version type "huge"/,
    ],
    [
      'a changeset of another package',
      (it) => it.write(changeset, "---\n'@agent-conversation/lamps': minor\n---\n\nTitles.\n"),
      /^\.changeset\/titles\.md:1: Found changeset titles for package @agent-conversation\/lamps/,
    ],
    [
      'no configuration of changesets',
      (it) => it.remove('.changeset/config.json'),
      /^\.changeset\/config\.json:1: /,
    ],
    [
      'a configuration of changesets that is malformed',
      (it) => it.write('.changeset/config.json', '{ "fixed": 5 }\n'),
      /^\.changeset\/config\.json:1: /,
    ],
  ])('%s', (_, spoil, want) => {
    spoil(clone);
    clone.commit('Spoil it');
    const { status, stdout, stderr } = clone.run(program, '--format', 'json', '--output', 'a.json');
    expect(stderr.trimEnd()).toMatch(want);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(status).toBe(2);
    expect(clone.uncommitted()).toBe('');
  });

  test('a bundle that was not built', () => {
    const text = clone.read(bundle);
    clone.remove(bundle);
    const { status, stderr } = clone.run(program);
    clone.write(bundle, text);
    expect(stderr).toBe(`${bundle}:1: there is no such file: run \`npm run build\`\n`);
    expect(status).toBe(2);
  });

  test.each([
    [['--fromat', 'json'], /^Unknown option '--fromat'\. See npm run diff -- --help\n$/],
    [['--base', 'nowhere.yaml'], /^nowhere\.yaml:1: there is no such file: name a bundle\n$/],
    [['--output', 'nowhere/a'], /^--output nowhere\/a cannot be written: ENOENT.*\n$/],
  ])('%j', (args, want) => {
    const { status, stderr } = clone.run(program, ...args);
    expect(stderr).toMatch(want);
    expect(status).toBe(2);
    expect(clone.uncommitted()).toBe('');
  });
});
