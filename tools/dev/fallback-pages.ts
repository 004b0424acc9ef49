import { globSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { html } from 'hono/html';

/** What stands in for every page until the docs are built for the first time. */
export const waitingPage = document(
  'Building',
  html`<p>The docs are being built. This page follows by itself.</p>`,
);

/**
 * What is shown for an address that no page has, with what there is near it. As it is a live page, too, it gives
 * way to the page as soon as that is built.
 *
 * @param directory the built docs
 * @param path of the address, with a slash at its beginning
 */
export function missingPage(directory: string, path: string): Promise<string> {
  const pages = globSync('**/*.html', { cwd: directory }).toSorted();
  const folder = dirname(`${path}.`).slice(1);
  const near = [
    pages.filter((page) => `/${page}` === `${path}.html`),
    pages.filter((page) => folder && page.startsWith(`${folder}/`)),
    ['index.html'],
  ].find((found) => found.length > 0);
  return document(
    'There is no such page',
    html`<p>The docs have no page <code>${path}</code>. There is:</p>
      <ul>
        ${near?.map((page) => html`<li><a href="/${page}">${page}</a></li>`)}
      </ul>`,
  );
}

async function document(title: string, content: ReturnType<typeof html>): Promise<string> {
  return String(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
        </head>
        <body>
          <h1>${title}</h1>
          ${content}
        </body>
      </html>`,
  );
}
