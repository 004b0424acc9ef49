import { readFileSync } from 'node:fs';
import { hash } from '../html/document.ts';
import { baseUrlOf } from '../pages/operation.ts';
import type { Sources } from '../sources.ts';
import { prerender } from './prerender.ts';

const read = (url: string | URL) => readFileSync(new URL(url), 'utf8');
const redoc = read(import.meta.resolve('redoc/bundles/redoc.standalone.js'));
const layer = read(new URL('layer.js', import.meta.url));
// The bundle is a module: what follows it in the same script has `hydrate` in scope.
const program = `${redoc}\nstartReference(hydrate);`;

/**
 * Makes the reference page: the whole contract in one HTML file, rendered by Redoc, which loads nothing.
 *
 * @param moved pages of the site for fragments that the reference page once had, such as `Sandbox`
 */
export async function referencePage(
  sources: Sources,
  styles: string,
  moved: Readonly<Record<string, string>>,
): Promise<string> {
  const spec = withLinks(sources);
  // An id is more specific than all selectors with which Redoc sets the same variables.
  const css = styles.replaceAll(':root', ':root:not(#_)');
  const samples = sources.operations.flatMap((it) => it['x-codeSamples'] ?? []);
  // Redoc shows only the samples whose labels are listed.
  const languages = [...new Set(samples.map(({ label }) => label))].map((lang) => ({ lang }));
  const options = { disableTelemetry: true, skipBundle: true, codeSamples: { languages } };
  const { html, styles: own, routes } = await prerender(spec, options, sources.operations);
  const title = `${sources.contract.info.title} reference`;
  const operationIds = Object.entries(routes).map(([id, route]) => [id, `#${route}`]);
  const addresses = { ...moved, ...Object.fromEntries(operationIds) };
  const data = JSON.stringify({ spec, options, addresses, title }).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(html, [own, css])}">
<title>${escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="All operations on one page, rendered by Redoc.">
<style>${own}</style>
<style>${css}</style>
<script>${layer}</script>
</head>
<body>
<a href="#api-content" class="skip-link">Skip to content</a>
<div id="redoc">${html}</div>
<script type="application/json" id="data">${data}</script>
<script type="module">${program}</script>
</body>
</html>
`;
}

/** Copies the contract, with links to the pages of the site where Redoc has a place for them. */
function withLinks({ contract, operations }: Sources) {
  const paths = structuredClone(contract.paths) as Record<string, Record<string, object>>;
  for (const { path, method, operationId, description } of operations) {
    const link = `[${operationId} in the documentation](operations/${operationId}.html)`;
    Object.assign(paths[path]![method]!, { description: `${description}\n\n${link}` });
  }
  const { title } = contract.info;
  const text = `<text y="17" font-family="sans-serif" font-size="14" fill="#1a1d23">← ${escape(title)}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${title.length * 8 + 24}" height="24">${text}</svg>`;
  const url = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  const logo = { url, href: 'index.html', altText: `Back to ${title}` };
  // Redoc resolves a URL that begins with a variable against that of the page.
  const servers = [{ url: baseUrlOf(contract) }];
  return { ...contract, info: { ...contract.info, 'x-logo': logo }, servers, paths };
}

/** The Content Security Policy of the page: only its own scripts and styles, no request and no `eval`. */
function policy(html: string, styles: readonly string[]): string {
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, source]) => source!);
  const attributes = [...html.matchAll(/ style="([^"]*)"/g)].map(([, value]) => value!);
  const tokens = [...styles.join().matchAll(/--code-block-tokens-[\w-]+/g)];
  const inAttributes = new Set([...attributes, ...tokens.map(([name]) => `color: var(${name})`)]);
  const hashes = (sources: Iterable<string>) => [...sources].map(hash).join(' ');
  return [
    "default-src 'none'",
    `script-src ${hashes([...scripts, layer, program])}`,
    // styled-components adds its rules to an empty element.
    `style-src-elem ${hashes([...styles, ''])}`,
    `style-src-attr 'unsafe-hashes' ${hashes(inAttributes)}`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
