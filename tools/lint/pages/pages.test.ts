import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Spectral } from '@stoplight/spectral-core';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { readFindings } from '../redocly/read-findings.ts';
import { runRedocly } from '../redocly/run-redocly.ts';
import { loadRuleset } from '../spectral/load-ruleset.ts';
import { blocksOf, readPage } from './page.ts';
import { readPages } from './read-pages.ts';
import { writeContract } from './write-contract.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'contract-rules-'));
afterAll(() => rmSync(home, { recursive: true }));

/** Each section of a page that shows files. */
const shown = [...readPages()].flatMap(([file, text]) => {
  const { title, sections } = readPage(text);
  return ['Bad', 'Good', 'Written'].flatMap((section) => {
    const folder = `${file.replace('.md', '')}-${section.toLowerCase()}`;
    const blocks = blocksOf(sections.get(section) ?? '');
    return sections.has(section) ? [{ id: title, section, folder, blocks, sections }] : [];
  });
});
for (const { folder, blocks } of shown) writeContract(join(home, folder), blocks);

const folders = ['untouched', ...shown.map(({ folder }) => folder)];
writeContract(join(home, 'untouched'), []);
writeFileSync(join(home, 'redocly.yaml'), stringify(configFor(folders)));
const [{ stdout }] = await Promise.all([
  runRedocly(home, 'lint', '--format=github-actions', '--max-problems=1000'),
  runRedocly(home, 'bundle'),
]);
const onSource = readFindings(stdout);

const ruleset = await loadRuleset();
const spectral = new Spectral();
spectral.setRuleset(ruleset);
const foreign = Object.values(ruleset.rules).filter(
  ({ name, enabled }) => enabled && !name.startsWith('contract-'),
);

test('the contract that the pages change keeps every rule', async () => {
  expect(await rulesThatFire('untouched', true)).toEqual([]);
});

describe.each(shown)('$id: $section', ({ id, section, folder, blocks, sections }) => {
  test('shows files', () => {
    expect(blocks).not.toEqual([]);
  });

  test('is what the rule finds, and no other one does', async () => {
    // What else is found, the page says.
    const others = [...(sections.get(section) ?? '').matchAll(/`(contract[-/][a-z-]+)`/g)];
    const want = section === 'Bad' ? [id, ...others.map(([, other]) => other)] : [];
    expect((await rulesThatFire(folder)).toSorted()).toEqual(want.toSorted());
  });
});

const decorators = shown.filter(({ section }) => section === 'Written');

test.each(decorators)('$id: is bundled as the page shows', ({ folder, sections }) => {
  const [, yaml = ''] = /^```yaml\n(.*?)^```$/ms.exec(sections.get('Bundled') ?? '') ?? [];
  const { description } = parse(yaml);
  expect(description).toBeTypeOf('string');
  expect(readFileSync(join(home, 'bundles', `${folder}.json`), 'utf8')).toContain(
    `"description": ${JSON.stringify(description)}`,
  );
});

/**
 * The ids of the rules that find something in a contract: those of Redocly and our own, or all.
 *
 * @param isSlow whether the other rules of Spectral are run, which take most of the time
 */
async function rulesThatFire(folder: string, isSlow = false): Promise<readonly string[]> {
  for (const rule of foreign) rule.enabled = isSlow;
  for (const then of ruleset.rules['contract-decision']?.then ?? []) {
    then.functionOptions = { file: join(home, folder, 'decisions.md') };
  }
  const bundle = readFileSync(join(home, 'bundles', `${folder}.json`), 'utf8');
  const onBundle = await spectral.run(bundle);
  const ofRedocly = onSource.filter(({ file }) => file.startsWith(`${folder}/`));
  const ids = [...ofRedocly.map(({ rule }) => rule), ...onBundle.map(({ code }) => String(code))];
  return [...new Set(ids)];
}

/** The configuration of the repository, for other contracts. */
function configFor(contracts: readonly string[]): object {
  const config = parse(readFileSync(join(repository, 'redocly.yaml'), 'utf8'));
  const api = (folder: string) => ({
    root: `${folder}/openapi.yaml`,
    output: `bundles/${folder}.json`,
  });
  return {
    ...config,
    plugins: config.plugins.map((path: string) => join(repository, path)),
    apis: Object.fromEntries(contracts.map((folder) => [folder, api(folder)])),
  };
}
