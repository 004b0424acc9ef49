import { readFileSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { peer, peersFolder } from '../peers.ts';
import { run } from '../processes.ts';
import type { View } from './views.ts';

/** Documentation to measure: a folder that is made of a contract, and served as it is. */
export interface Subject {
  readonly id: string;
  /** Its name in the results. */
  readonly name: string;
  readonly version: string;
  /** What the results tell about how it is made. */
  readonly use: string;
  /** Whether pages are made of the contract before they are served, which takes time that is measured. */
  readonly prerendered: boolean;
  readonly places: Readonly<Record<View['id'], Place>>;
  /** Makes it of a contract, in a folder that is empty. */
  readonly build: (contract: string, folder: string) => Promise<void>;
}

/** Where a view is. */
export interface Place {
  /** From the folder. */
  readonly address: string;
  /** A selector of the heading. */
  readonly heading: string;
  /** A selector of what the text is in. */
  readonly text: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const scalar = join(peersFolder, 'node_modules/@scalar/api-reference/dist/browser');
const swagger = join(peersFolder, 'node_modules/swagger-ui-dist');

/** The subjects, in the order of the results. The first is what all others are measured by. */
export const subjects: readonly Subject[] = [
  {
    id: 'redoc',
    name: 'Redoc',
    version: `@redocly/cli ${versionIn(import.meta.resolve('@redocly/cli/package.json'))}`,
    use: '`redocly build-docs --inlineBundle`, without a configuration',
    prerendered: true,
    places: {
      start: { address: '', heading: '#api-content h1', text: '#api-content' },
      operation: {
        address: '#/sandboxes/pausesandbox',
        heading: '[data-section-id="/sandboxes/pausesandbox"] h2',
        text: '[data-section-id="/sandboxes/pausesandbox"]',
      },
    },
    async build(contract, folder) {
      const args = ['build-docs', contract, '--inlineBundle', '--output', 'index.html'];
      const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      // From the folder, as the configuration of the root is not for it.
      await run('redocly', [redocly, ...args], { cwd: folder, env: { ...process.env, ...quiet } });
    },
  },
  {
    id: 'scalar-reference',
    name: 'Scalar',
    version: peer('@scalar/api-reference'),
    use: 'its standalone bundle, with `withDefaultFonts: false`, as its fonts come from another host',
    prerendered: false,
    places: {
      start: {
        address: '',
        heading: 'h1.section-header-label',
        text: 'section:has(h1.section-header-label)',
      },
      operation: {
        address: '#tag/sandboxes/POST/api/v1/sandboxes/{sandbox_id}/pause',
        heading: 'section[id$="/sandboxes/POST/api/v1/sandboxes/{sandbox_id}/pause"] h3',
        text: 'section[id$="/sandboxes/POST/api/v1/sandboxes/{sandbox_id}/pause"]',
      },
    },
    async build(contract, folder) {
      await copyFile(contract, join(folder, 'openapi.json'));
      await copyFile(join(scalar, 'standalone.js'), join(folder, 'standalone.js'));
      await writeFile(join(folder, 'index.html'), scalarPage);
    },
  },
  {
    id: 'swagger-ui',
    name: 'Swagger UI',
    version: peer('swagger-ui-dist'),
    use: 'the page of its package, with `deepLinking`, as it comes',
    prerendered: false,
    places: {
      start: { address: '', heading: '.info .title', text: '.info' },
      operation: {
        address: '#/Sandboxes/pauseSandbox',
        heading: '#operations-Sandboxes-pauseSandbox .opblock-summary-description',
        text: '#operations-Sandboxes-pauseSandbox .opblock-description',
      },
    },
    async build(contract, folder) {
      await copyFile(contract, join(folder, 'openapi.json'));
      const page = await readFile(join(swagger, 'index.html'), 'utf8');
      const files = [...page.matchAll(/(?:src|href)="(?:\.\/)?([^"]+)"/g)].map(([, file]) => file!);
      for (const file of ['index.html', ...files]) {
        await copyFile(join(swagger, file), join(folder, file));
      }
      const start = join(folder, 'swagger-initializer.js');
      const script = await readFile(start, 'utf8');
      await writeFile(start, script.replace(/url: ".*"/, 'url: "openapi.json"'));
    },
  },
  {
    id: 'ours-docs',
    name: 'ours',
    version: `@agent-conversation/docs ${versionIn(new URL('packages/docs/package.json', pathToFileURL(root)))}`,
    use: '`node packages/docs/scripts/build.ts`',
    prerendered: true,
    places: {
      start: { address: '', heading: '#content h1', text: '#content' },
      operation: {
        address: 'operations/pauseSandbox.html',
        heading: '#content h1',
        text: '#content',
      },
    },
    async build(contract, folder) {
      const args = ['packages/docs/scripts/build.ts', '--contract', contract, '--output', folder];
      await run('The build of the documentation', args, { cwd: root });
    },
  },
];

/** As its README has it, with the bundle and the contract beside it. */
const scalarPage = `<!doctype html>
<html>
  <head>
    <title>Scalar API Reference</title>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body>
    <div id="app"></div>
    <script src="standalone.js"></script>
    <script>
      Scalar.createApiReference('#app', { url: 'openapi.json', withDefaultFonts: false })
    </script>
  </body>
</html>
`;

function versionIn(manifest: string | URL): string {
  return (JSON.parse(readFileSync(new URL(manifest), 'utf8')) as { version: string }).version;
}
