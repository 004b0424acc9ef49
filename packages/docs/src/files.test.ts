import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import { expect, test } from 'vitest';
import { llmsFullTxt, llmsTxt, sitemap } from './files.ts';
import { maintainers, type Page } from './pages/make-pages.ts';
import { BuildError } from './build-error.ts';

const introduction = {
  title: 'Pets',
  summary: 'Keeps\npets.',
  rules: '## Rules\n\n- Feed them.',
};

function page(path: string, more: Partial<Page> = {}): Page {
  return {
    path,
    title: path,
    summary: `About\n${path}.`,
    group: '',
    markdown: '',
    ...more,
  };
}

test('llms.txt has a title, a summary, the rules, the files, and the pages by section', () => {
  const text = llmsTxt(introduction, [
    page('index'),
    page('changelog'),
    page('guides/start', { title: 'Get a pet [new]' }),
    page('guides/contract', { group: maintainers }),
    page('operations/getPet'),
    page('schemas/pets'),
    page('client'),
    page('commands/mock'),
  ]);
  expect(text.split('\n').filter((line) => line !== '')).toEqual([
    '# Pets',
    '> Keeps pets.',
    '## Rules',
    '- Feed them.',
    '## Files',
    '- [llms-full.txt](llms-full.txt): Quickstart, guides, operations and schemas in one file.',
    '- [openapi.json](openapi.json): The contract as JSON.',
    '- [openapi.yaml](openapi.yaml): The contract as YAML.',
    '## Start',
    '- [index](index.md): About index.',
    '## Guides',
    String.raw`- [Get a pet \[new\]](guides/start.md): About guides/start.`,
    '## Operations',
    '- [operations/getPet](operations/getPet.md): About operations/getPet.',
    '## Schemas',
    '- [schemas/pets](schemas/pets.md): About schemas/pets.',
    '## Client and commands',
    '- [client](client.md): About client.',
    '- [commands/mock](commands/mock.md): About commands/mock.',
    '## Optional',
    '- [changelog](changelog.md): About changelog.',
    '- [guides/contract](guides/contract.md): About guides/contract.',
  ]);
});

test('llms-full.txt has the rules, quickstart, guides, operations and schemas after their paths', () => {
  const pages = [
    page('guides/start'),
    page('operations/getPet'),
    page('schemas/pets'),
    page('schemas'),
    page('guides/contract', { group: maintainers }),
    page('index'),
    page('client'),
    page('decisions'),
  ];
  const markdown = new Map(pages.map(({ path }) => [path, `# ${path}\n`]));
  const sections = ['Start the mock', 'Quickstart', 'Operations'].map(
    (title) => `## ${title}\n`,
  );
  markdown.set('index', `# index\n\n${sections.join('\n')}`);
  expect(llmsFullTxt(introduction, pages, markdown)).toBe(`# Pets

> Keeps pets.

## Rules

- Feed them.

---

Page: index.md

## Start the mock

## Quickstart

---

Page: guides/start.md

# guides/start

---

Page: operations/getPet.md

# operations/getPet

---

Page: schemas/pets.md

# schemas/pets
`);
});

test('the sitemap has each page, percent-encoded and escaped', () => {
  const text = sitemap('https://docs.example/api', [
    { path: 'index' },
    { path: `guides/a & "c's" <d>é` },
  ]);
  expect(text).toMatch(/^<\?xml .*\n<urlset xmlns="http:[^]*&apos;/);
  const tree = fromHtml(text, { space: 'svg', fragment: true });
  expect(selectAll('urlset > url > loc', tree).map(toString)).toEqual([
    'https://docs.example/api/index.html',
    `https://docs.example/api/guides/a%20&%20%22c's%22%20%3Cd%3E%C3%A9.html`,
  ]);
});

test.each(['', '/api', 'docs.example', 'file:///docs/'])(
  '%j is no address of a site',
  (base) => {
    expect(() => sitemap(base, [])).toThrow(BuildError);
  },
);
