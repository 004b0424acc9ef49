import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { BuildError } from './build-error.ts';
import { composePage } from './page/compose-page.ts';
import { applyPatches } from './post-process/apply-patches.ts';
import { linkByHash } from './post-process/link-by-hash.ts';
import { redocPatches } from './post-process/redoc-patches.ts';
import { refuseLoads } from './post-process/refuse-loads.ts';
import { refuseUnknownHosts } from './post-process/refuse-unknown-hosts.ts';
import { withServerDefaults } from './projection/with-server-defaults.ts';
import { withoutEnumLists } from './projection/without-enum-lists.ts';
import { publish } from './publish.ts';
import { renderWithRedoc } from './redoc/render-with-redoc.ts';

/** What the build itself reads from the contract. */
type Contract = Parameters<typeof withServerDefaults>[0] & {
  info: { title: string; version: string; summary: string };
};

/** Builds the page from the bundled contract, and puts it and the contract into a directory. */
export async function buildDocs(bundle: URL, directory: URL): Promise<void> {
  const json = await readBundle(bundle);
  const yaml = await readBundle(new URL('openapi.yaml', bundle));
  const contract = JSON.parse(json) as Contract;

  const redoc = await renderWithRedoc(withServerDefaults(withoutEnumLists(contract)));
  const renderer = applyPatches(redoc.renderer, redocPatches);
  const markup = linkByHash(redoc.markup);
  refuseUnknownHosts(renderer);
  refuseLoads(redoc.styles + markup);

  const page = composePage({
    title: `${contract.info.title} ${contract.info.version}: API reference`,
    description: contract.info.summary,
    metadata: {
      'openapi-version': contract.info.version,
      'openapi-sha256': createHash('sha256').update(json).digest('hex'),
    },
    styles: redoc.styles + `<style>\n${await readPart('page/repairs.css')}</style>`,
    markup,
    modules: [await readPart('page/repairs.js'), renderer + redoc.start],
  });
  await publish({ 'index.html': page, 'openapi.json': json, 'openapi.yaml': yaml }, directory);
}

async function readBundle(file: URL): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BuildError(`${file.pathname} is missing. Run \`npm run build\` to make it.`);
  }
}

function readPart(path: string): Promise<string> {
  return readFile(new URL(path, import.meta.url), 'utf8');
}
