/** Promises the addresses of the built site to its readers: adds them to released-anchors.txt. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { docsDirectory } from '../src/index.ts';
import { calls, type Contract } from '../src/contract.ts';
import { promisedAnchors, withAnchors } from '../src/machines/released-anchors.ts';

const listFile = new URL('../released-anchors.txt', import.meta.url);
const before = (await readFile(listFile, 'utf8')).split('\n').filter((address) => address !== '');

const contract = JSON.parse(
  await readFile(new URL('openapi.json', docsDirectory), 'utf8'),
) as Contract;
const names = {
  operations: new Set(calls(contract).map(({ operation }) => operation.operationId)),
  schemas: new Set(Object.keys(contract.components.schemas)),
};
const files = (await readdir(docsDirectory, { recursive: true })).map((file) =>
  file.replaceAll('\\', '/'),
);
const anchors = await Promise.all(
  files
    .filter((file) => file.endsWith('.html'))
    .map(async (file) =>
      promisedAnchors(file, await readFile(new URL(file, docsDirectory), 'utf8'), names),
    ),
);

const after = withAnchors(before, anchors.flat());
await writeFile(listFile, after.map((address) => `${address}\n`).join(''));
console.log(`${after.length - before.length} addresses added, ${after.length} in all.`);
