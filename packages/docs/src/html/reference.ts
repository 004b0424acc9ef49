/** The reference page: the whole contract in one HTML file, rendered by Redoc, which loads nothing. */
import { readFileSync } from 'node:fs';
import type * as ReactRouter from 'react-router';
import { siteBaseUrl } from '../pages/operation.ts';
import type { Sources } from '../sources/sources.ts';
import { escape, fill, hash, readPage } from './template.ts';

// React reads this when it is loaded; its development build is slower and has other markup.
process.env['NODE_ENV'] ??= 'production';
const { createElement } = await import('react');
const { renderToString } = await import('react-dom/server');
const { prepareApiDocs, RedoclyApiDocsStandalone, ServerStyleSheet } =
  await import('redoc');
// It must be the copy that Redoc has; a test runner resolves the name to another one.
const { createPath, Router } = (await import(
  import.meta.resolve('react-router')
)) as typeof ReactRouter;

// The hash router of the browser writes addresses like these.
const navigator = {
  createHref: (to: ReactRouter.To) =>
    `#${typeof to === 'string' ? to : createPath(to)}`,
} as ReactRouter.Navigator;

const redoc = new URL(import.meta.resolve('redoc/bundles/redoc.standalone.js'));
// The bundle is a module: what follows it in the same script has `hydrate` in scope.
const program = `${readFileSync(redoc, 'utf8')}\nstartReference(hydrate);`;

const template = readPage('reference.html');

/** Makes the page. @param layer runs before Redoc @param moved pages of the site for its former fragments */
export async function referencePage(
  { contract, operations }: Sources,
  layer: string,
  css: string,
  moved: Readonly<Record<string, string>>,
): Promise<string> {
  const { title } = contract.info;
  // Redoc resolves a URL that begins with a variable against that of the page.
  const spec = { ...contract, servers: [{ url: siteBaseUrl }] };
  const samples = operations.flatMap((it) => it['x-codeSamples'] ?? []);
  // Redoc shows only the samples whose labels are listed.
  const labels = new Set(samples.map(({ label }) => label));
  const options = {
    disableTelemetry: true,
    skipBundle: true,
    codeSamples: { languages: [...labels].map((lang) => ({ lang })) },
  };
  const prepared = await prepareApiDocs({ spec, options, basePath: '/' });
  const children = createElement(RedoclyApiDocsStandalone, {
    ...prepared,
    spec: prepared.document,
    telemetryConfig: { disabled: true },
    basePath: '/',
  });
  const router = createElement(Router, {
    location: '/',
    navigator,
    static: true,
    children,
  });
  const sheet = new ServerStyleSheet();
  const html = renderToString(sheet.collectStyles(router));
  const redocStyles = sheet.getStyleTags().replaceAll(/<\/?style[^>]*>/g, '');
  // An id is more specific than all selectors with which Redoc sets the same variables.
  const theme = css.replaceAll(':root', ':root:not(#_)');
  const data = JSON.stringify({ spec, options, moved }).replaceAll(
    '<',
    '\\u003c',
  );
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, source]) => source!,
  );
  const allowed = [layer, program, ...scripts].map(hash).join(' ');
  // Only its own scripts and styles, no request and no `eval`. styled-components fills an empty element.
  const elements = [redocStyles, theme, ''].map(hash).join(' ');
  const directives = [
    "default-src 'none'",
    `script-src ${allowed}`,
    `style-src-elem ${elements}`,
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ];
  const policy = directives.join('; ');
  return fill(template, {
    policy,
    title: escape(title),
    styles: [redocStyles, theme]
      .map((style) => `<style>${style}</style>`)
      .join(''),
    script: `<script>${layer}</script>`,
    html,
    scripts:
      `<script type="application/json" id="data">${data}</script>` +
      `<script type="module">${program}</script>`,
  });
}
