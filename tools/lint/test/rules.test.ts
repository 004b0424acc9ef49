import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type SourceFile, SourceFiles } from '@agent-conversation/cli/source';
import { afterAll, expect, test } from 'vitest';
import { checkDecisions } from '../decisions.ts';
import { readRules } from '../explain.ts';
import { type Diagnostic, loadRuleset, runRedocly, runSpectral } from '../lint-contract.ts';
import plugin from '../redocly/plugin.ts';
import { checkTexts } from '../texts.ts';
import { cases, configure, contract, type Edit, repository } from './cases.ts';

const home = mkdtempSync(join(tmpdir(), 'lint-rules-'));
afterAll(() => rmSync(home, { recursive: true }));
configure(home);

const all = Object.entries(cases)
  .flatMap(([rule, { fires, silent = [] }]) => [
    ...fires.map(([at, message, ...edits]) => ({ rule, at, message, edits })),
    ...silent.map((edits) => ({ rule, at: '', message: '', edits })),
  ])
  .map((each, i) => ({ ...each, i }));
const base = new SourceFiles(contract);

/** The small contract with edits, in memory: unchanged files are parsed once for all cases. */
class EditedFiles extends SourceFiles {
  readonly edited = new Map<string, string>();

  constructor(edits: readonly Edit[]) {
    super(contract);
    for (const [name, from, to] of edits) {
      const file = `openapi/${name}`;
      const text = this.exists(file) ? this.text(file) : '';
      if (!text.includes(from)) throw new Error(`${name} does not contain ${from}`);
      this.edited.set(file, from === '' ? text + to : text.replace(from, () => to));
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
const folders = all.flatMap(({ rule, edits, i }) => {
  if (!isOfRedocly(rule)) return [];
  cpSync(contract, join(home, String(i)), { recursive: true });
  for (const [name, text] of new EditedFiles(edits).edited) {
    const file = join(home, String(i), name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return [`${i}/openapi/openapi.yaml`];
});
const bySource = await runRedocly(home, folders);
const ruleset = await loadRuleset(join(home, '.spectral.yaml'));

/** Runs what checks the rule, and nothing else: the small contract is linted as a whole elsewhere. */
async function run(rule: string, i: number): Promise<readonly Diagnostic[]> {
  if (isOfRedocly(rule)) {
    return bySource
      .filter(({ file }) => file.startsWith(`${i}/`))
      .map((each) => ({ ...each, file: each.file.slice(`${i}/`.length) }));
  }
  const files = new EditedFiles(all[i]?.edits ?? []);
  const ofDecisions = ['contract-decision', 'contract-evidence'];
  if (ofDecisions.includes(rule)) return checkDecisions(files, files.bundle());
  if (rule.startsWith('contract/')) return checkTexts(files);
  for (const [name, each] of Object.entries(ruleset.rules)) each.enabled = name === rule;
  return runSpectral(ruleset, files.bundle(), files);
}

const diagnostics = async (rule: string, i: number) =>
  (await run(rule, i)).filter((each) => each.rule === rule);

test.each(all.filter(({ at }) => at))(
  '$rule: $message',
  async ({ rule, at, message, edits, i }) => {
    const [name, text = ''] = at.includes('|') ? at.split('|') : [edits[0]?.[0], at];
    const [before, ...after] = new EditedFiles(edits).text(`openapi/${name}`).split(text);
    expect(after).not.toEqual([]);
    const found = await diagnostics(rule, i);
    const line = before?.split('\n').length;
    const here = found.filter((it) => it.file === `openapi/${name}` && it.line === line);
    const messages = here.map((it) => it.message).join('\n');
    expect(messages, JSON.stringify(found)).toContain(message);
  },
);

test.each(all.filter(({ at }) => !at))('$rule is silent: $edits', async ({ rule, i }) => {
  expect(await diagnostics(rule, i)).toEqual([]);
});

test('every rule has cases, and a section that explains it', () => {
  const { rules, decorators } = plugin();
  const ids = [
    ...Object.keys(rules.oas3).map((id) => `contract/${id}`),
    ...Object.keys(ruleset.rules).filter((id) => id.startsWith('contract-')),
    'contract/yaml',
    'contract/line-ends',
    'contract/leading-zero',
    'contract-decision',
    'contract-evidence',
  ];
  expect(Object.keys(cases).toSorted()).toEqual(ids.toSorted());
  const sections = readRules();
  const described = [...ids, ...Object.keys(decorators.oas3).map((id) => `contract/${id}`)];
  expect([...sections.keys()].toSorted()).toEqual(described.toSorted());
  for (const [id, section] of sections) {
    expect(section, id).toMatch(/^## \S+\n\n[A-Z].*\.\n[^]+\*\*Why:\*\* [A-Z]/);
  }
  for (const id of ids) {
    expect(sections.get(id), id).toMatch(/\*\*Bad:\*\*[^]+\*\*Good:\*\*[^]+\*\*Fix:\*\* [A-Z`]/);
  }
});

test.each(['.spectral.yaml', 'redocly.yaml'])('%s states why a rule is off', (file) => {
  const text = readFileSync(join(repository, file), 'utf8');
  expect(text).not.toMatch(/^(?! {2}# .+\.$).*\n {2}\S+: off$/m);
});
