/** A site of the files in a folder. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

/** Answers with the files of a folder. */
export function siteOf(folder: string): (request: Request) => Promise<Response> {
  return async ({ url }) => {
    const { pathname } = new URL(url);
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    try {
      const headers = { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' };
      return new Response(await readFile(file), { headers });
    } catch {
      return new Response(null, { status: 404 });
    }
  };
}
