import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { docsDirectory } from '@agent-conversation/docs';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { attribute, elements, type Site } from './docs-site.ts';

/** Somewhere from where the site can be opened. */
export interface Place {
  /** What all addresses of the site begin with, with a slash at the end. */
  readonly root: string;
  readonly close: () => Promise<void>;
}

/** How a server of the site differs from the plainest one. */
export interface ServerOptions {
  /** Where the site is, with slashes around it. */
  readonly path?: string;
  /** Whether each page is sent with a policy in its header, too: the one that it has itself. */
  readonly repeatsPolicy?: boolean;
}

/** Serves the site on loopback. */
export async function serveSite(site: Site, options: ServerOptions = {}): Promise<Place> {
  const { path = '/', repeatsPolicy = false } = options;
  const app = new Hono();
  app.use(`${path}*`, async (context, next) => {
    await next();
    const page = context.req.path.slice(path.length) || 'index.html';
    const policy = repeatsPolicy ? policyOf(site, page) : undefined;
    if (policy !== undefined) context.header('content-security-policy', policy);
  });
  app.use(
    `${path}*`,
    serveStatic({
      root: fileURLToPath(docsDirectory),
      rewriteRequestPath: (requested) => requested.slice(path.length - 1),
    }),
  );
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    root: `http://127.0.0.1:${port}${path}`,
    async close() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The site as it lies on the disk. */
export const onDisk: Place = { root: docsDirectory.href, close: async () => {} };

function policyOf(site: Site, path: string): string | undefined {
  const page = site.pages.get(path);
  const [meta] = page ? elements(page, 'meta[http-equiv=Content-Security-Policy]') : [];
  return meta && attribute(meta, 'content');
}
