import { describe, expect, test } from 'vitest';
import { faultyLinks } from './docs-links.ts';
import { siteOf } from './docs-site.ts';

const sound = {
  'index.html': `<h1 id="top">Start</h1><a href="a/b.html#%C3%BC">b</a><a href="#top">top</a>
    <link rel="icon" href="data:,"><script src="scripts/site.js"></script>
    <a href="https://example.com/a b?c#d">out</a><a href="http://127.0.0.1:4010">mock</a>`,
  'a/b.html':
    '<p id="ü"><a href="../index.html?x=1#top">start</a><svg><a href="b.html">c</a></svg>',
  'a/b.md':
    '[start](../index.md#top), <https://example.com/>\n\n![x][y]\n\n[y]: ../scripts/site.js',
  'index.md': '`[no](link)`',
  'scripts/site.js': '"[x](y)"',
  'llms.txt': '- [b](a/b.md): it',
  'sitemap.xml':
    '<?xml version="1.0"?><urlset><url><loc>https://a.example/docs/</loc></url>' +
    '<url><loc>https://a.example/docs/a/b.html</loc></url></urlset>',
};

test('a sound site has no faulty links', () => {
  expect(faultyLinks(siteOf(Object.entries(sound)))).toEqual([]);
});

describe.each([
  ['index.html', (link: string) => `<a href="${link}">x</a>`],
  ['a/b.html', (link: string) => `<svg><a href="${link}">x</a></svg>`],
  ['a/b.md', (link: string) => `| a |\n| - |\n| [x](${link}) |`],
  ['llms.txt', (link: string) => `- [x](${link})`],
])('a link in %s', (path, write) => {
  test.each([
    ['nowhere.html', 'names no file'],
    ['index.HTML', 'names no file'],
    ['../../index.html', 'names no file'],
    ['scripts/', 'names no file'],
    ['.', 'names no file'],
    ['#nowhere', 'names no anchor'],
    ['/index.html', 'is not relative'],
    ['//example.com', 'is no address'],
    ['http://example.com', 'is not https'],
    ['javascript:alert(1)', 'is not https'],
    ['mailto:a@example.com', 'is not https'],
    ['https://exa%mple.com', 'is no address'],
    ['https://host/', 'has no host of the internet'],
    ['https://me@example.com/', 'names a user'],
  ])('%s', (link, reason) => {
    const site = siteOf(
      Object.entries({ ...sound, [path]: sound[path as 'llms.txt'] + '\n\n' + write(link) }),
    );
    const faults = faultyLinks(site).filter((fault) => fault.includes(`: ${link} `));
    expect(faults).toEqual([`${path}: ${link} ${reason}`]);
  });
});

test.each([
  ['https://a.example/docs/c.html', 'sitemap.xml: c.html names no file'],
  ['https://a.example/index.html', 'sitemap.xml: /index.html is not relative'],
])('a sitemap with %s', (address, fault) => {
  const xml = sound['sitemap.xml'].replace(
    '</urlset>',
    `<url><loc>${address}</loc></url></urlset>`,
  );
  const faults = faultyLinks(siteOf(Object.entries({ ...sound, 'sitemap.xml': xml })));
  expect(faults).toEqual([fault]);
});
