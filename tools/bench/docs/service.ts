/**
 * Serves a folder on a free port of 127.0.0.1, and tells the URL on a line. Texts are compressed before,
 * so that no visit waits for it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};
const compact = new Set(['.png']);
const caching = { 'Cache-Control': 'max-age=600' };

const [folder] = process.argv.slice(2);
if (!folder) throw new TypeError('Usage: node service.ts FOLDER');

const answers = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in types)
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path: string = `/${relative(folder, file).replaceAll(sep, '/')}`;
      return [path, answerOf(file)] as const;
    }),
);

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url!, 'http://127.0.0.1');
  const answer = answers.get(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  if (answer) response.writeHead(200, answer.headers).end(answer.body);
  else response.writeHead(404, caching).end();
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

function answerOf(file: string) {
  const type = extname(file);
  const content = readFileSync(file);
  const body = compact.has(type) ? content : gzipSync(content);
  return {
    body,
    headers: {
      ...caching,
      'Content-Type': types[type],
      'Content-Length': body.length,
      ...(body !== content && { 'Content-Encoding': 'gzip' }),
    },
  };
}
