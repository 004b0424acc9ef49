import { registerHooks } from 'node:module';
import type * as ReactRouter from 'react-router';
import { BuildError } from '../sources/read-source.ts';

// Redoc leaves nested properties out until they come into view, which on a server is never.
const original = 'r||e?jsx(Fragment$1,{children:n}):jsx(WD,';
const changed = '!0?jsx(Fragment$1,{children:n}):jsx(WD,';

/**
 * Has the script of Redoc 3.0.1 render nested properties at once.
 *
 * @throws {BuildError} unless there is exactly one occurrence, so that an upgrade of Redoc is noticed
 */
export function patch(script: string): string {
  const occurrences = script.split(original).length - 1;
  if (occurrences !== 1) {
    throw new BuildError(
      `The script of Redoc has ${occurrences} occurrences of the code that puts off nested properties, where there should be 1. ` +
        'Has Redoc been upgraded? See packages/docs/src/redoc/load.ts.',
    );
  }
  return script.replace(original, () => changed);
}

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
