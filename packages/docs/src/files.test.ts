import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import { expect, test } from 'vitest';
import { llmsFullTxt, llmsTxt, sitemap } from './files.ts';
import { maintainers } from './pages/make-pages.ts';
import { BuildError } from './build-error.ts';

const page = (path: string, section: string, title = path) => {
  return { path, group: section, title, summary: `About\n${path}.`, contents: [] };
};

test('llms.txt has a title, a summary, and the pages by section, with the contract behind them', () => {
  const text = llmsTxt('Pets', 'Keeps\npets.', [
    page('changelog', 'More'),
    page('lifecycles', 'More'),
    page('guides/start', 'Guides', 'Get a pet [new]'),
    page('decisions', maintainers),
  ]);
  expect(text.split('\n').filter((line) => line !== '')).toEqual([
    '# Pets',
    '> Keeps pets.',
    '## More',
    '- [lifecycles](lifecycles.md): About lifecycles.',
    '## Guides',
    String.raw`- [Get a pet \[new\]](guides/start.md): About guides/start.`,
    '## Contract files',
    '- [openapi.json](openapi.json): The contract as JSON.',
    '- [openapi.yaml](openapi.yaml): The contract as YAML.',
    '## Optional',
    '- [changelog](changelog.md): About changelog.',
    '- [decisions](decisions.md): About decisions.',
  ]);
});

test('llms-full.txt has every page whole, after its path', () => {
  const pages = ['a', 'b/c'].map((path) => page(path, 'More'));
  const markdown = new Map(pages.map(({ path }) => [`${path}.md`, `# ${path}\n`]));
  expect(llmsFullTxt(pages, markdown)).toBe('Page: a.md\n\n# a\n\n---\n\nPage: b/c.md\n\n# b/c\n');
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

test.each(['', '/api', 'docs.example', 'file:///docs/'])('%j is no address of a site', (base) => {
  expect(() => sitemap(base, [])).toThrow(BuildError);
});
