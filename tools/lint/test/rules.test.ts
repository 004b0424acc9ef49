import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type SourceFile, SourceFiles } from '@agent-conversation/cli/source';
import { afterAll, expect, test } from 'vitest';
import { checkMeaning, checkTexts, sourceNames } from '../checks.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { readRules } from '../explain.ts';
import { checkSyntax } from '../files/yaml.ts';
import { loadRuleset, runRedocly, runSpectral } from '../lint-contract.ts';
import plugin from '../redocly/plugin.ts';
import { checkCircles } from '../schemas/circles.ts';
import type { Edit } from './cases/edit.ts';
import { cases } from './cases.ts';
import { configure, contract, repository } from './fixture.ts';

const home = mkdtempSync(join(tmpdir(), 'lint-rules-'));
afterAll(() => rmSync(home, { recursive: true }));
configure(home);

const all = Object.entries(cases)
  .flatMap(([rule, ofRule]) => ofRule.map((each) => ({ rule, ...each })))
  .map((each, index) => ({ index, ...each }));
const base = new SourceFiles(contract);

/** The rules that neither Redocly nor Spectral runs. */
const ownRules = [
  'contract/yaml',
  'contract/byte-order-mark',
  'contract/line-ends',
  'contract/tabs',
  'contract/leading-zero',
  'contract/secrets',
  'contract/markdown-links',
  'contract/reachable-files',
  'contract-satisfiable',
  'contract-circles',
  'contract-patterns',
  'contract-defaults',
  'contract-enums',
  'contract-nulls',
  'contract-documented',
  'contract-decision',
  'contract-evidence',
  'contract-quantities',
  'contract-text-names',
  'contract-workflow-operations',
  'contract-workflow-expressions',
];

/** The small contract with edits, in memory: unchanged files are parsed once for all cases. */
class EditedFiles extends SourceFiles {
  readonly edited = new Map<string, string>();

  constructor(edits: readonly Edit[]) {
    super(contract);
    for (const { file, text, by } of edits) {
      const before = this.exists(file) ? this.text(file) : '';
      if (!before.includes(text))
        throw new Error(`${file} does not contain ${text}`);
      this.edited.set(
        file,
        text === '' ? before + by : before.replace(text, () => by),
      );
    }
  }

  override exists(file: string): boolean {
    return this.edited.has(file) || base.exists(file);
  }

  override text(file: string): string {
    return this.edited.get(file) ?? base.text(file);
  }

  override yaml(file: string): SourceFile {
    return this.edited.has(file) ? super.yaml(file) : base.yaml(file);
  }
}

const isOfRedocly = (rule: string) =>
  Object.hasOwn(plugin().rules.oas3, rule.replace('contract/', ''));

// Redocly takes a second to start: one process lints all cases of its rules.
const folders = all.flatMap(({ rule, edits, index }) => {
  if (!isOfRedocly(rule)) return [];
  cpSync(contract, join(home, String(index)), { recursive: true });
  for (const [name, text] of new EditedFiles(edits).edited) {
    const file = join(home, String(index), name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return [`${index}/openapi/openapi.yaml`];
});
const bySource = await runRedocly(home, folders);
const ruleset = await loadRuleset(join(home, '.spectral.yaml'));

/** Returns what a rule reports. */
async function run(
  rule: string,
  edits: readonly Edit[],
  index: number,
): Promise<readonly Diagnostic[]> {
  const diagnostics = await check(rule, edits, index);
  return diagnostics.filter((each) => each.rule === rule);
}

/** Runs what checks the rule, and little else: the small contract is linted as a whole elsewhere. */
async function check(
  rule: string,
  edits: readonly Edit[],
  index: number,
): Promise<readonly Diagnostic[]> {
  if (isOfRedocly(rule)) {
    return bySource
      .filter(({ file }) => file.startsWith(`${index}/`))
      .map((each) => ({ ...each, file: each.file.slice(`${index}/`.length) }));
  }
  const files = new EditedFiles(edits);
  if (Object.hasOwn(ruleset.rules, rule)) {
    for (const [name, each] of Object.entries(ruleset.rules))
      each.enabled = name === rule;
    return runSpectral(ruleset, files.bundle(), files);
  }
  const onDisk = sourceNames(files);
  const added = [...files.edited.keys()].filter(
    (file) => file.endsWith('.yaml') && !base.exists(file),
  );
  const names = { ...onDisk, contract: [...onDisk.contract, ...added] };
  const syntax = checkSyntax(files, names.contract);
  if (syntax.length > 0) return syntax;
  const checked = { files, document: files.bundle() };
  const circles = checkCircles(checked);
  if (circles.length > 0) return circles;
  return [...checkTexts(checked, names), ...checkMeaning(checked, names)];
}

const reported = all.filter(({ reports }) => reports !== undefined);
const silent = all.filter(({ reports }) => reports === undefined);

test.each(reported)(
  '$rule: $reports',
  async ({ index, rule, edits, reports, at = '', ...rest }) => {
    const file = rest.in ?? edits[0]!.file;
    const [before, ...after] = new EditedFiles(edits).text(file).split(at);
    expect(after).not.toEqual([]);
    const line = before?.split('\n').length;
    const diagnostics = await run(rule, edits, index);
    const here = diagnostics.filter(
      (each) => each.file === file && each.line === line,
    );
    const messages = here.map(({ message }) => message).join('\n');
    expect(messages, JSON.stringify(diagnostics)).toContain(reports);
  },
);

test.each(silent)('$rule is silent: $edits', async ({ index, rule, edits }) => {
  expect(await run(rule, edits, index)).toEqual([]);
});

test('every rule has cases, and a section that explains it', () => {
  const { rules, decorators } = plugin();
  const ids = [
    ...Object.keys(rules.oas3).map((id) => `contract/${id}`),
    ...Object.keys(ruleset.rules).filter((id) => id.startsWith('contract-')),
    ...ownRules,
  ];
  expect(Object.keys(cases).toSorted()).toEqual(ids.toSorted());
  const sections = readRules();
  const described = [
    ...ids,
    ...Object.keys(decorators.oas3).map((id) => `contract/${id}`),
  ];
  expect([...sections.keys()].toSorted()).toEqual(described.toSorted());
  for (const [id, section] of sections) {
    expect(section, id).toMatch(/^## \S+\n\n[A-Z].*\.\n[^]+\*\*Why:\*\* [A-Z]/);
  }
  for (const id of ids) {
    expect(sections.get(id), id).toMatch(
      /\*\*Bad:\*\*[^]+\*\*Good:\*\*[^]+\*\*Fix:\*\* [A-Z`]/,
    );
  }
});

test.each(['.spectral.yaml', 'redocly.yaml'])(
  '%s states why a rule is off',
  (file) => {
    const text = readFileSync(join(repository, file), 'utf8');
    expect(text).not.toMatch(/^(?! {2}# .+\.$).*\n {2}\S+: off$/m);
  },
);
