/** Promises the addresses of the built site to its readers: adds them to released-anchors.txt. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { docsDirectory } from '../src/index.ts';

const listFile = new URL('../released-anchors.txt', import.meta.url);
const before = readFileSync(listFile, 'utf8').split('\n').filter(Boolean);
// Redoc has ids of its own. Properties come and go with the contract.
const pages = readdirSync(docsDirectory, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.html') && !['404.html', 'reference.html'].includes(file));
const anchors = pages.flatMap((file) => {
  const page = fromHtml(readFileSync(new URL(file, docsDirectory), 'utf8'));
  return selectAll(
    'main :is(article, section, h2, h3, .operations > li)[id]:not([id$=heading])',
    page,
  ).map((it) => `${file}#${it.properties['id']}`);
});
const after = [...new Set([...before, ...anchors])].toSorted();
writeFileSync(listFile, after.map((address) => `${address}\n`).join(''));
console.log(`${after.length - before.length} addresses added, ${after.length} in all.`);
