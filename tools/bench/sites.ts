/** The documentation sites that are compared, each built from the same contract and without a network. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { runNode } from './processes.ts';

/** A POST operation, as the addresses of the sites name it. */
type Operation = Readonly<Record<'tag' | 'id' | 'path', string>>;

export interface Site {
  /** Writes the site of a bundled contract to a folder. */
  readonly build: (contract: string, folder: string, ...options: string[]) => unknown;
  /** The address of an operation, relative to the folder. */
  readonly address: (operation: Operation) => string;
  /** Selects the description of an operation, with everything about it. */
  readonly section: (operation: Operation) => string;
}

export const pauseSandbox: Operation = {
  tag: 'Sandboxes',
  id: 'pauseSandbox',
  path: '/api/v1/sandboxes/{sandbox_id}/pause',
};
export const startAppConversation: Operation = {
  tag: 'App conversations',
  id: 'startAppConversation',
  path: '/api/v1/app-conversations',
};

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const scalar = fileURLToPath(import.meta.resolve('@scalar/fastify-api-reference'));
const swagger = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
const inLetters = (tag: string) => tag.toLowerCase().replaceAll(' ', '-');

export const sites = {
  Redoc: {
    // In the folder, where the configuration of the repository does not apply.
    build(contract, folder, ...options) {
      const command = ['build-docs', contract, '--inlineBundle', '-o', 'index.html', ...options];
      return runNode([redocly, ...command], folder);
    },
    address: ({ tag, id }) => `index.html#/${inLetters(tag)}/${id.toLowerCase()}`,
    section: ({ tag, id }) => `[data-section-id="/${inLetters(tag)}/${id.toLowerCase()}"]`,
  },
  Scalar: {
    build(contract, folder) {
      // This package has the script as a string literal; that of the script itself has install scripts.
      const source = readFileSync(scalar, 'utf8');
      const literal = /^var standalone_default = (".*");$/m.exec(source)![1]!;
      writeFileSync(join(folder, 'scalar.js'), String(runInNewContext(literal)));
      const options = 'withDefaultFonts: false, telemetry: false, agent: { disabled: true }';
      writePage(
        folder,
        '<script src="scalar.js"></script>',
        `Scalar.createApiReference('#docs', { content: ${literalOf(contract)}, ${options} })`,
      );
    },
    address: ({ tag, path }) => `index.html#tag/${inLetters(tag)}/POST${path}`,
    section: ({ tag, path }) => `section[id="api-1/tag/${inLetters(tag)}/POST${path}"]`,
  },
  'Swagger UI': {
    build(contract, folder) {
      const files = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js'];
      for (const file of files) copyFileSync(join(swagger, file), join(folder, file));
      writePage(
        folder,
        '<link rel="stylesheet" href="swagger-ui.css"><script src="swagger-ui-bundle.js"></script><script src="swagger-ui-standalone-preset.js"></script>',
        `SwaggerUIBundle({ spec: ${literalOf(contract)}, dom_id: '#docs', deepLinking: true, filter: true, requestSnippetsEnabled: true, showExtensions: true,
          layout: 'StandaloneLayout', presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset] })`,
      );
    },
    address: ({ tag, id }) => `index.html#/${tag}/${id}`,
    section: ({ tag, id }) => `[id="operations-${tag.replaceAll(' ', '_')}-${id}"]`,
  },
  ours: {
    build: (contract, folder) =>
      runNode(['packages/docs/scripts/build.ts', '--contract', contract, '--output', folder]),
    address: ({ id }) => `operations/${id}.html`,
    section: () => '#content',
  },
} satisfies Record<string, Site>;

export type SiteId = keyof typeof sites;

/** The contract as an expression of a script in a page. */
function literalOf(contract: string): string {
  return readFileSync(contract, 'utf8').replaceAll('<', String.raw`\u003c`);
}

function writePage(folder: string, head: string, script: string): void {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Reference</title>${head}</head><body><div id="docs"></div><script>${script}</script></body></html>`;
  writeFileSync(join(folder, 'index.html'), page);
}
