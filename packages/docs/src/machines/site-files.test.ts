import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import { expect, test } from 'vitest';
import { BuildError } from '../sources/read-source.ts';
import { llmsFullTxt, llmsTxt } from './llms.ts';
import { promisedAnchors, withAnchors } from './released-anchors.ts';
import { sitemap } from './sitemap.ts';

const page = (path: string, section: string, title = path) => ({
  path,
  section,
  title,
  summary: `About\n${path}.`,
  markdown: `# ${path}\n\nText.\n`,
});

test('llms.txt has a title, a summary, and the pages by section, with the contract behind them', () => {
  const text = llmsTxt({
    title: 'Pets',
    summary: 'Keeps\npets.',
    pages: [
      page('changelog', 'Optional'),
      page('lifecycles', 'Behaviour'),
      page('operations/getPet', 'Operations', 'Get a pet [new]'),
      page('guides/start', 'Guides'),
      page('operations/listPets', 'Operations'),
    ],
    files: [{ path: 'openapi.json', summary: 'The contract as JSON.' }],
  });
  expect(text.split('\n').filter((line) => line !== '')).toEqual([
    '# Pets',
    '> Keeps pets.',
    '## Guides',
    '- [guides/start](guides/start.md): About guides/start.',
    '## Operations',
    String.raw`- [Get a pet \[new\]](operations/getPet.md): About operations/getPet.`,
    '- [operations/listPets](operations/listPets.md): About operations/listPets.',
    '## Behaviour',
    '- [lifecycles](lifecycles.md): About lifecycles.',
    '## Contract files',
    '- [openapi.json](openapi.json): The contract as JSON.',
    '## Optional',
    '- [changelog](changelog.md): About changelog.',
  ]);
});

test('llms-full.txt has every page whole, after its path', () => {
  expect(llmsFullTxt([page('a', 'Guides'), page('b/c', 'Guides')])).toBe(
    'Page: a.md\n\n# a\n\nText.\n\n---\n\nPage: b/c.md\n\n# b/c\n\nText.\n',
  );
});

test('the sitemap has each page, percent-encoded and escaped', () => {
  const text = sitemap('https://docs.example/api', ['index.html', `guides/a & "c's" <d>é.html`]);
  expect(text).toMatch(/^<\?xml .*\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\//);
  expect(text).toContain('&apos;');
  const locations = selectAll(
    'urlset > url > loc',
    fromHtml(text, { space: 'svg', fragment: true }),
  );
  expect(locations.map((location) => toString(location))).toEqual([
    'https://docs.example/api/index.html',
    `https://docs.example/api/guides/a%20&%20%22c's%22%20%3Cd%3E%C3%A9.html`,
  ]);
  expect(sitemap('https://docs.example/api/', ['a.html'])).toContain('/api/a.html<');
});

test.each(['', '/api', 'docs.example', 'file:///docs/'])('%j is no address of a site', (base) => {
  expect(() => sitemap(base, [])).toThrow(BuildError);
});

// prettier-ignore
test.each([
  ['operations/getPet.html', '<nav id="menu"></nav><main><h1 id="getPet"></h1><h2 id="responses"></h2></main>', ['getPet']],
  ['operations/getPet.html', '<main><h1>Get a pet</h1></main>', []],
  ['reference.html', '<main><h2 id="getPet"></h2><h2 id="Pet"></h2></main>', ['getPet']],
  ['schemas/pets.html', '<main><section id="Pet"></section><h2 id="Notes"></h2></main>', ['Pet']],
  ['decisions.html', '<main><h2 id="overview"></h2><h2 id="D07"></h2></main>', ['D07']],
  ['lifecycles.html', '<main><h2 id="how-to-read"></h2><h2 id="Pet"></h2></main>', ['Pet']],
  ['workflows.html', '<main><h2 id="feedPet"></h2><h3 id="steps"></h3></main>', ['feedPet']],
  ['guides/start.html', '<main id="content"><h2 id="a-b"></h2><h3 id="c"></h3></main>', ['a-b', 'c']],
  ['changelog/0.1.0.html', '<main id="content"><h2 id="added"></h2></main>', []],
])('%s promises of %s', (path, html, ids) => {
  const names = { operations: new Set(['getPet']), schemas: new Set(['Pet']) };
  expect(promisedAnchors(path, html, names)).toEqual(ids.map((id) => `${path}#${id}`));
});

test('the list of released anchors grows, sorted and without repetition', () => {
  expect(withAnchors(['b#b', 'z#gone'], ['b#b', 'a#a'])).toEqual(['a#a', 'b#b', 'z#gone']);
});
