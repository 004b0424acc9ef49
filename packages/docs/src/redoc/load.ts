import { registerHooks } from 'node:module';
import type * as ReactRouter from 'react-router';
import { patch } from './patch.ts';

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/redoc/bundles/redoc.js')) return loaded;
    return { ...loaded, source: patch(Buffer.from(loaded.source as Uint8Array).toString()) };
  },
});

// React looks at this when it is loaded; the build for development takes twice as long.
process.env['NODE_ENV'] ??= 'production';

/** React, and what makes HTML of it. */
export const { createElement } = await import('react');
export const { renderToStaticMarkup } = await import('react-dom/server');

/** Redoc as a library, patched. */
export const { prepareApiDocs, Redoc } = await import('redoc');

// It must be the copy that Redoc has; a test runner resolves the name to another one.
const router = (await import(import.meta.resolve('react-router'))) as typeof ReactRouter;

/** The router from which Redoc gets the page to render. */
export const { StaticRouter } = router;
