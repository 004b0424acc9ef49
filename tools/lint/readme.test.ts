import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { nameOf, readPage } from './pages/page.ts';
import { readPages } from './pages/read-pages.ts';
import plugin from './redocly/plugin.ts';
import { rulesetFile } from './spectral/load-ruleset.ts';

const readme = readFileSync(fileURLToPath(new URL('README.md', import.meta.url)), 'utf8');
const ruleset: Ruleset = parse(readFileSync(rulesetFile, 'utf8'));

interface Ruleset {
  documentationUrl: string;
  rules: Record<string, { description?: string }>;
}

const { rules, decorators } = plugin();
const onSource = [rules.oas3, decorators.oas3].flatMap(Object.keys).map((id) => `contract/${id}`);
const onBundle = Object.keys(ruleset.rules).filter((id) => id.startsWith('contract-'));

test('the README lists the rules, in their order, as their pages say it', () => {
  const pages = readPages();
  const wanted = [...onSource, ...onBundle].map((id) => {
    const file = `${nameOf(id)}.md`;
    const { summary } = readPage(pages.get(file) ?? '');
    // Spectral adds the id to the address of this page.
    const anchor = onBundle.includes(id) ? `<a id="${id}"></a>` : '';
    return `- ${anchor}[\`${id}\`](rules/${file}): ${summary}`;
  });
  expect(readme.match(/^- .*\]\(rules\/.*$/gm)).toEqual(wanted);
});

test('a rule says the same in the ruleset as on its page', () => {
  const pages = readPages();
  for (const id of onBundle) {
    const { summary } = readPage(pages.get(`${nameOf(id)}.md`) ?? '');
    expect(ruleset.rules[id]?.description, id).toBe(summary);
  }
});

test('what Spectral finds leads to this README', () => {
  expect(ruleset.documentationUrl).toMatch(/\/blob\/main\/tools\/lint\/README\.md$/);
});
