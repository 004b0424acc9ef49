import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { getMimeType } from 'hono/utils/mime';

const script = readFileSync(new URL('live.js', import.meta.url), 'utf8');

/** Serves the docs from memory; each page loads itself again when there are newer ones. */
export function createDocsSite() {
  const listeners = new Set<(event: string, data: string) => void>();
  // Another one also after a restart, so that pages that are still open load again.
  let build = randomUUID();
  let failure: string | undefined;
  let files: ReadonlyMap<string, string> = new Map();
  const send = (event: string, data: string) =>
    listeners.forEach((listen) => listen(event, data));

  const app = new Hono()
    // Reports builds and failures to an open page, those included that it has missed.
    .get('/_live', (context) =>
      streamSSE(context, async (stream) => {
        const listen = (event: string, data: string) =>
          void stream.writeSSE({ event, data });
        const seen = context.req.query('build');
        if (seen !== undefined && seen !== build) listen('built', '');
        if (failure !== undefined) listen('failed', failure);
        listeners.add(listen);
        await new Promise<void>((resolve) => stream.onAbort(resolve));
        listeners.delete(listen);
      }),
    )
    .get('/_live.js', () => respond(script, 200, 'text/javascript'))
    .get('*', ({ req }) => {
      const { pathname } = new URL(req.url);
      const path = pathname.slice(1) || 'index.html';
      const text = files.get(path);
      if (files.size === 0)
        return respond(livePage(waiting, build), 503, 'text/html');
      // As a live page it gives way to the page once there is one.
      if (text === undefined) {
        const page = livePage(files.get('404.html') ?? '', build);
        return respond(page, 404, 'text/html');
      }
      if (path.endsWith('.html'))
        return respond(livePage(text, build), 200, 'text/html');
      const type = path.endsWith('.md')
        ? 'text/markdown'
        : getMimeType(path)?.split(';', 1)[0];
      return respond(text, 200, type ?? 'text/plain');
    });

  return {
    fetch: app.fetch,
    /** Takes the files of the site, by their paths, and makes the open pages load again. */
    show(made: ReadonlyMap<string, string>): void {
      files = made;
      build = randomUUID();
      failure = undefined;
      send('built', '');
    },
    /** Shows a text above the open pages: why the contract does not pass. */
    fail(text: string): void {
      failure = text;
      send('failed', text);
    },
  };
}

function respond(body: BodyInit, status: number, type: string): Response {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
  };
  return new Response(body, { status, headers });
}

/**
 * A page with the script that loads it again after each build and shows why one has failed. The policy of the page
 * additionally allows that script and its connection to this server.
 */
function livePage(page: string, build: string): string {
  const allow = (policy: string, name: string) =>
    policy.replace(
      new RegExp(`${name} (?![^;]*'self')`),
      (start) => `${start}'self' `,
    );
  return page
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*/, (policy) =>
      ['script-src', 'connect-src'].reduce(
        allow,
        policy.replaceAll('&#x27;', "'"),
      ),
    )
    .replace(
      '</head>',
      (end) =>
        `<script type="module" src="/_live.js?build=${build}"></script>${end}`,
    );
}

const waiting = plainPage(
  'Building',
  '<p>The docs are being built. This page follows by itself.</p>',
);

function plainPage(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>${title}</title></head>
<body><h1>${title}</h1>${content}</body></html>`;
}
