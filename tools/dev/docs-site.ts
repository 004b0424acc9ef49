import { randomUUID } from 'node:crypto';
import { EventEmitter, on } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { missingPage, waitingPage } from './fallback-pages.ts';
import { eventsPath, livePage, scriptPath } from './live-page.ts';

/** The docs as they are while somebody works on the contract. */
export interface DocsSite {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Makes the open pages load again. */
  reload(): void;
  /** Shows a text above the open pages: why the contract does not build. */
  fail(text: string): void;
}

const script = fileURLToPath(new URL('live.js', import.meta.url));

/** Serves the built docs; each page loads itself again after a build. */
export function createDocsSite(directory: string): DocsSite {
  const events = new EventEmitter({ captureRejections: true }).setMaxListeners(0);
  // Another one after a restart, too, so that the pages that outlived it load again.
  let build = randomUUID();
  let failure: string | undefined;
  const app = new Hono();

  app.use(async (context, next) => {
    await next();
    const { req, res } = context;
    const type = res.headers.get('content-type');
    if (type?.startsWith('text/html')) {
      const page = livePage(await res.text(), build);
      // Takes the headers of the file over, of which this one is true no more.
      context.res = new Response(page, res);
      context.header('content-length', undefined);
    } else if (res.ok && req.path.endsWith('.md')) {
      context.header('content-type', 'text/markdown; charset=utf-8');
    }
    context.header('cache-control', 'no-store');
  });
  app.get(scriptPath, (context, next) => serveStatic({ path: script })(context, next));
  app.get(eventsPath, (context) =>
    streamSSE(context, async (stream) => {
      const abort = new AbortController();
      stream.onAbort(() => abort.abort());
      // Listens before it looks: nothing may happen in between.
      const news = on(events, 'event', { signal: abort.signal });
      const seen = context.req.query('build');
      if (seen !== undefined && seen !== build) await stream.writeSSE({ event: 'built', data: '' });
      if (failure) await stream.writeSSE({ event: 'failed', data: failure });
      try {
        for await (const [event, data] of news) await stream.writeSSE({ event, data });
      } catch (error) {
        if (!abort.signal.aborted) throw error;
      }
    }),
  );
  app.use(async (context, next) => {
    if (!existsSync(`${directory}/index.html`)) return context.html(await waitingPage, 503);
    return next();
  });
  // Made for each request, as the directory comes with the first build.
  app.use((context, next) => serveStatic({ root: directory })(context, next));
  app.notFound(async (context) =>
    context.html(await missingPage(directory, context.req.path), 404),
  );

  return {
    fetch: (request) => app.fetch(request),
    reload() {
      build = randomUUID();
      failure = undefined;
      events.emit('event', 'built', '');
    },
    fail(text) {
      failure = text;
      events.emit('event', 'failed', text);
    },
  };
}
