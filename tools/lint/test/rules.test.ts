import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readRules } from '../explain.ts';
import { loadRuleset, runRedocly, runSpectral } from '../lint-contract.ts';
import plugin from '../redocly/plugin.ts';
import { bundle, type Diagnostic, SourceFiles } from '../source.ts';
import { checkDecisions, checkTexts, textRules } from '../texts.ts';
import { cases, type Edit } from './cases.ts';
import { configure, contract, repository } from './configure.ts';

const home = mkdtempSync(join(tmpdir(), 'lint-rules-'));
afterAll(() => rmSync(home, { recursive: true }));
configure(home);

const all = Object.entries(cases).flatMap(([rule, { fires, silent }]) => [
  ...fires.map(([at, message, ...edits]) => ({ rule, at, message, edits })),
  ...silent.map((edits) => ({ rule, at: undefined, message: 'stays silent', edits })),
]);
const folders = all.map(({ edits }, i) => write(String(i), edits));

// Redocly takes a second to start: one process lints all cases of its rules.
const isOfRedocly = (rule = '') =>
  Object.hasOwn(plugin().rules.oas3, rule.replace('contract/', ''));
const bySource = await runRedocly(
  home,
  folders
    .filter((_, i) => isOfRedocly(all[i]?.rule))
    .map((folder) => `${folder}/openapi/openapi.yaml`),
);
const ruleset = await loadRuleset(join(home, '.spectral.yaml'));

describe.each(all.map((each, i) => ({ ...each, folder: folders[i]! })))(
  '$rule',
  ({ rule, at, message, edits, folder }) => {
    test(message, async () => {
      const found = (await diagnostics(folder, rule)).filter((each) => each.rule === rule);
      if (at === undefined) return expect(found).toEqual([]);
      const [file = '', text = ''] = at.includes('|') ? at.split('|') : [edits[0]?.[0], at];
      const source = readFileSync(join(home, folder, 'openapi', file), 'utf8');
      const lines = source.slice(0, source.indexOf(text)).split('\n');
      expect(source).toContain(text);
      expect(found).toContainEqual(
        expect.objectContaining({
          file: `openapi/${file}`,
          line: lines.length,
          message: expect.stringContaining(message),
        }),
      );
    });
  },
);

test('every rule has a firing case, a silent one, and a section that explains it', () => {
  const { rules, decorators } = plugin();
  const spectral: { rules: object } = parse(
    readFileSync(join(repository, '.spectral.yaml'), 'utf8'),
  );
  const ids = [
    ...Object.keys(rules.oas3).map((id) => `contract/${id}`),
    ...Object.keys(spectral.rules).filter((id) => id.startsWith('contract-')),
    ...textRules,
  ];
  expect(Object.keys(cases).toSorted()).toEqual(ids.toSorted());
  const sections = readRules();
  const described = [...ids, ...Object.keys(decorators.oas3).map((id) => `contract/${id}`)];
  expect([...sections.keys()].toSorted()).toEqual(described.toSorted());
  for (const [id, section] of sections) {
    expect(section, id).toMatch(/^## \S+\n\n[A-Z].*\.\n[^]+\*\*Why:\*\* [A-Z]/);
    if (ids.includes(id))
      expect(section, id).toMatch(/\*\*Bad:\*\*[^]+\*\*Good:\*\*[^]+\*\*Fix:\*\* [A-Z`]/);
  }
});

test('every rule that is switched off has its reason above it', () => {
  for (const file of ['.spectral.yaml', 'redocly.yaml']) {
    const lines = readFileSync(join(repository, file), 'utf8').split('\n');
    for (const [i, line] of lines.entries()) {
      if (/^ {2}\S+: off$/.test(line)) expect(lines[i - 1], line).toMatch(/^ {2}# .+\.$/);
    }
  }
});

function write(folder: string, edits: readonly Edit[]): string {
  cpSync(contract, join(home, folder), { recursive: true });
  for (const [name, from, to] of edits) {
    const file = join(home, folder, 'openapi', name);
    mkdirSync(dirname(file), { recursive: true });
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    expect(text).toContain(from);
    writeFileSync(file, from === '' ? text + to : text.replace(from, () => to));
  }
  return folder;
}

/** Runs what checks the rule, and nothing else: the small contract is linted as a whole elsewhere. */
async function diagnostics(folder: string, rule: string): Promise<readonly Diagnostic[]> {
  if (isOfRedocly(rule)) {
    return bySource
      .filter(({ file }) => file.startsWith(`${folder}/`))
      .map((each) => ({ ...each, file: each.file.slice(folder.length + 1) }));
  }
  const files = new SourceFiles(join(home, folder));
  if (rule === 'contract-decision') return checkDecisions(files, bundle(files));
  if (rule.startsWith('contract/')) return checkTexts(files);
  for (const [name, each] of Object.entries(ruleset.rules)) each.enabled = name === rule;
  return runSpectral(ruleset, bundle(files), files);
}
