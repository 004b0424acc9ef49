import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contract } from '../../src/contract.ts';
import { bundleScripts } from '../../../docs/src/browser/bundle-scripts.ts';
import { secretNames } from '../../../docs/src/browser/secret-names.ts';
import { buildSearchIndex } from '../../../docs/src/search/build-index.ts';
import type { SearchEntry } from '../../../docs/src/search/entry.ts';

/** A request that a sample of the little site sends. */
export interface SampleRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

const entries: SearchEntry[] = [
  {
    kind: 'operation',
    title: 'pauseSandbox',
    text: 'Pauses a sandbox, which can be resumed.',
    href: 'operations/pauseSandbox.html#pauseSandbox',
    context: 'POST /api/v1/sandboxes/{sandbox_id}/pause',
  },
  {
    kind: 'operation',
    title: 'resumeSandbox',
    text: 'Resumes a sandbox.',
    href: 'index.html#resumeSandbox',
    context: 'POST /api/v1/sandboxes/{sandbox_id}/resume',
  },
  {
    kind: 'member',
    title: 'sandbox_id',
    text: 'Long before it comes to that, much can be said of a conversation and what it is for, and where it runs: the sandbox of the conversation.',
    href: 'index.html#lower',
    context: 'AppConversation',
  },
];

const styles = ['variables', 'base', 'layout', 'code', 'search', 'run'];

/**
 * Writes a site of two pages into a folder, with the markup and the policy that the scripts of the
 * documentation are made for.
 */
export async function writeSite(folder: string, samples: readonly SampleRequest[]): Promise<void> {
  const { head, files } = await bundleScripts(secretNames(contract));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of files) write(path, text);
  write('scripts/search-index.js', buildSearchIndex(entries));
  const sheets = styles.map((name) =>
    readFileSync(new URL(`../../../docs/src/styles/${name}.css`, import.meta.url), 'utf8'),
  );
  write('styles.css', sheets.join('\n'));
  write('index.html', page('./', head, samples));
  write('operations/pauseSandbox.html', page('../', head, samples));
}

function page(root: string, head: string, samples: readonly SampleRequest[]): string {
  const hash = createHash('sha256').update(head).digest('base64');
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; img-src data:; connect-src http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scripts</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}styles.css">
<script>${head}</script>
<script src="${root}scripts/site.js" defer></script>
</head>
<body>
<a class="skip-link" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="${root}index.html">Site</a>
<button type="button" class="menu-button needs-js" aria-expanded="false" aria-controls="menu">Contents</button>
<button type="button" class="search-button needs-js">Search <kbd>/</kbd></button>
<button type="button" class="theme-button needs-js">Theme</button>
</header>
<div class="columns">
<main id="content" tabindex="-1">
<h1>Scripts</h1>
<nav aria-label="On this page"><ul>
<li><a href="#pauseSandbox">Pause</a></li><li><a href="#lower">Lower</a></li>
</ul></nav>
<h2 id="pauseSandbox">Pause<a class="anchor" href="#pauseSandbox" aria-label="Link to Pause"></a></h2>
${samples.map(sample).join('\n')}
<details><summary>More</summary><h2 id="lower">Lower</h2><p>Text</p></details>
</main>
<nav id="menu" aria-label="Contents"><ul>
<li><a href="${root}index.html"${root === './' ? ' aria-current="page"' : ''}>Start</a></li>
<li><a href="${root}operations/pauseSandbox.html"${root === './' ? '' : ' aria-current="page"'}>Pause</a></li>
<li><a href="#lower">Lower</a></li>
</ul></nav>
</div>
<footer class="bottom"><a href="${root}openapi.json">openapi.json</a></footer>
</body>
</html>
`;
}

function sample({ operation, method, path, status }: SampleRequest, index: number): string {
  const request = JSON.stringify({ method, path, headers: { 'X-Session-API-Key': 'any' } });
  return `<section class="sample" id="sample-${index}" aria-label="Sample ${index}" data-operation="${operation}" data-outcome="success" data-status="${status}" data-request='${request}'>
<div class="languages needs-js" role="group" aria-label="Language">
<button type="button" data-language="curl" aria-pressed="true">curl</button>
<button type="button" data-language="typescript" aria-pressed="false">TypeScript</button>
</div>
<div class="in-language" data-language="curl">${figure('sh', `curl ${path}\n`)}</div>
<div class="in-language" data-language="typescript">${figure('ts', `// ${path}\n`)}</div>
<button type="button" class="run needs-js">Run it here</button>
<div class="run-result" role="status"></div>
</section>`;
}

function figure(language: string, code: string): string {
  return `<figure class="code" data-language="${language}"><figcaption>${language}<button type="button" class="copy needs-js">Copy</button></figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`;
}
