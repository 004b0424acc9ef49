/** The files for language models, as they were built last. */
import { fencedBlocks } from '@agent-conversation/cli/markdown';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { siteBaseUrl } from '../../src/pages/operation.ts';
import { contract, files, operations } from '../support/site.ts';

const full = files.get('llms-full.txt')!;
const short = files.get('llms.txt')!;
const rules = short.slice(0, short.indexOf('## Files'));

test('llms-full.txt has at most 30,000 tokens for nine operations, llms.txt at most 3,000', () => {
  const added = Math.max(0, operations.length - 9);
  expect(countTokens(full)).toBeLessThanOrEqual(30_000 + added * 1500);
  expect(countTokens(short)).toBeLessThanOrEqual(3000 + added * 100);
});

test('llms-full.txt has each schema and each operation once, with its properties and parameters', () => {
  const headings = full.match(/^#{1,2} .*$/gm)!;
  const countOf = (heading: string) =>
    headings.filter((one) => one === heading).length;
  for (const [name, schema] of Object.entries(contract.components.schemas)) {
    expect(countOf(`## ${name}`), name).toBe(1);
    const [, section = ''] = full.split(`\n## ${name}\n`);
    const [text = ''] = section.split(/^(?:## |---$)/m);
    const properties = text.match(/^- `[^`]*`(?= \*)/gm) ?? [];
    const names = Object.keys(schema.properties ?? {}).map(
      (property) => `- \`${property}\``,
    );
    expect(properties, name).toEqual(names);
  }
  for (const { operationId, method, path, summary, parameters } of operations) {
    expect(countOf(`# ${summary}`), operationId).toBe(1);
    const [, section = ''] = full.split(`\n# ${summary}\n`);
    const [page = ''] = section.split(/^---$/m);
    expect(page).toContain(`\n${method.toUpperCase()} ${siteBaseUrl}${path}\n`);
    expect(page).toContain(`- \`${operationId}\`\n`);
    for (const { name } of parameters)
      expect(page).toContain(`- \`${name}\` *`);
  }
});

test('llms-full.txt begins with what starts the mock, and with the quickstart in one language', () => {
  const [, quickstart = ''] =
    /^Page: index\.md\n([^]*?)^---$/m.exec(full) ?? [];
  const headings = quickstart
    .match(/^#+ .*$/gm)!
    .filter((heading) => heading.startsWith('##'));
  expect(headings).toEqual(['## Start the mock', '## Quickstart']);
  const markdown = files.get('index.md')!;
  const programs = fencedBlocks(markdown, 'sh');
  expect(programs).toHaveLength(3);
  expect(fencedBlocks(quickstart, 'sh')).toEqual(programs);
  expect(quickstart).not.toMatch(/^```(ts|python)/m);
});

test('llms-full.txt has one language of samples, and nothing for maintainers', () => {
  const [, samples = ''] = full.split('\nPage: operations/');
  expect(samples).not.toMatch(/^```(ts|js|python)/m);
  const paths = [...full.matchAll(/^Page: (.*)$/gm)].map(([, path]) => path);
  expect(
    paths.filter(
      (path) => !/^(index|guides|operations|schemas|about)\b/.test(path!),
    ),
  ).toEqual([]);
  expect(paths).not.toContain('guides/changing-the-contract.md');
});

test('the rules state what the contract and the programs state', () => {
  expect(full.startsWith(rules.trim())).toBe(true);
  const schemes = Object.values(contract.components.securitySchemes);
  for (const { name } of schemes) expect(rules).toContain(`\`${name}\``);
  const [server] = contract.servers!;
  expect(rules).toContain(`\`${server!.variables!['base_url']!.default}\``);
  const ids = new Set(operations.map(({ operationId }) => operationId));
  const named = rules.match(
    /(?<=`)(?:list|start|search|pause|resume|create|get)[A-Z]\w*(?=`)/g,
  )!;
  expect(named.length).toBeGreaterThan(8);
  for (const name of named) expect(ids, name).toContain(name);
});

test('the rules state the retry policy of each operation that they name', () => {
  const [, retries = ''] =
    /^- \*\*Retries\*\*([^]*?)(?=^- )/m.exec(rules) ?? [];
  const unsent = operations.filter(
    (operation) => operation['x-retry'] === 'unsent',
  );
  const listed = retries.match(/`\w+`/g)!.map((name) => name.slice(1, -1));
  const v1 = unsent.filter(
    ({ path, operationId }) =>
      path.startsWith('/api/v1/') && rules.includes(`\`${operationId}\``),
  );
  expect(v1.length).toBeGreaterThan(1);
  expect(listed.toSorted()).toEqual(
    v1.map(({ operationId }) => operationId).toSorted(),
  );
});

test('the rules state what fails, and what is not possible', () => {
  const [, start = ''] = /^- \*\*Start\*\*([^]*?)(?=^- )/m.exec(rules) ?? [];
  expect(start).toMatch(/unknown `sandbox_id`[^.]*never appears/);
  expect(start).toMatch(/0\.62\.0 ignores `conversation_id`/);
  const [, errors = ''] = /^- \*\*Errors\*\*([^]*?)(?=^- )/m.exec(rules) ?? [];
  const statuses = operations.flatMap(({ responses }) =>
    Object.keys(responses),
  );
  const declared = new Set(statuses.filter((status) => status >= '400'));
  for (const status of [...declared, '500'])
    expect(errors).toContain(`${status} `);
  expect(rules).toMatch(/^- \*\*Cannot\*\*: .*stop or cancel the agent/m);
});
