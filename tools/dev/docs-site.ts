import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { readFile } from 'node:fs/promises';
import { EventEmitter, on } from 'node:events';
import { livePage, waitingPage } from './live-page.ts';

/** The docs as they are while somebody works on the contract. */
export interface DocsSite {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Makes the open pages load again. */
  reload(): void;
  /** Shows a text above the open pages: why the contract does not build. */
  fail(text: string): void;
}

/** Serves the built docs; each page loads itself again after a build. */
export function createDocsSite(directory: string): DocsSite {
  const events = new EventEmitter({ captureRejections: true }).setMaxListeners(0);
  let failure: string | undefined;
  const app = new Hono();

  app.get('/_live', (context) =>
    streamSSE(context, async (stream) => {
      const abort = new AbortController();
      stream.onAbort(() => abort.abort());
      if (failure) await stream.writeSSE({ event: 'failed', data: failure });
      try {
        for await (const [event, data] of on(events, 'event', { signal: abort.signal })) {
          await stream.writeSSE({ event, data });
        }
      } catch (error) {
        if (!abort.signal.aborted) throw error;
      }
    }),
  );
  app.get('/', async (context) => {
    const page = await readFile(`${directory}/index.html`, 'utf8').catch(() => waitingPage);
    return context.html(livePage(page));
  });
  // Made for each request, as the directory comes with the first build.
  app.use((context, next) => serveStatic({ root: directory })(context, next));
  app.notFound((context) => context.text('There is no such page. The docs are at /.', 404));

  return {
    fetch: (request) => app.fetch(request),
    reload() {
      failure = undefined;
      events.emit('event', 'built', '');
    },
    fail(text) {
      failure = text;
      events.emit('event', 'failed', text);
    },
  };
}
