/** Bundles the contract and makes the docs, in a thread of its own that keeps what has not changed. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { makeSite } from '@agent-conversation/docs/build';
import { bundle, getLineColLocation, loadConfig, stringifyYaml } from '@redocly/openapi-core';
import type { Built } from './builder.ts';

const root = new URL('../../', import.meta.url);
const rootPath = fileURLToPath(root);
const config = await loadConfig({ configPath: fileURLToPath(new URL('redocly.yaml', root)) });

type Problem = Awaited<ReturnType<typeof bundle>>['problems'][number];

parentPort!.on('message', (address: string) => {
  void build(address).then((built) => parentPort!.postMessage(built, []));
});

async function build(address: string): Promise<Built> {
  let json: string | undefined;
  try {
    const made = await bundleContract();
    if ('error' in made) return made;
    json = made.json;
    const files = await makeSite({ bundle: made, sources: new URL('openapi/', root), address });
    return { json, files };
  } catch (error) {
    const { message } = error as Error;
    return { ...(json && { json }), error: message.replaceAll(rootPath, '') };
  }
}

async function bundleContract(): Promise<{ json: string; yaml: string } | { error: string }> {
  const ref = fileURLToPath(new URL('openapi/openapi.yaml', root));
  const { bundle: document, problems } = await bundle({ ref, config });
  const errors = problems.filter(({ severity }) => severity === 'error');
  // A file that cannot be parsed is reported for each reference to it as well.
  const unparsed = errors.filter(({ message }) => message.startsWith('Failed to parse'));
  const shown = unparsed.length > 0 ? unparsed : errors;
  if (shown.length > 0) return { error: shown.map(describe).join('\n').replaceAll(rootPath, '') };
  const contract = inOrder(document.parsed as object);
  return { json: JSON.stringify(contract, null, 2), yaml: stringifyYaml(contract, yamlFormat) };
}

const yamlFormat = { noRefs: true, lineWidth: -1 };

/** The program `redocly` writes these properties first. */
function inOrder(document: object): object {
  const first = 'openapi info jsonSchemaDialect servers security tags externalDocs paths webhooks';
  const names = [...first.split(' '), 'x-webhooks', 'components'].filter((it) => it in document);
  return { ...Object.fromEntries(names.map((name) => [name, ''])), ...document };
}

function describe({ message, location: [at] }: Problem): string {
  if (!at) return message;
  const { source, start } = getLineColLocation(at);
  const file = relative(rootPath, source.absoluteRef);
  return `${file}:${start.line}:${start.col}${at.pointer ? ` at ${at.pointer}` : ''}: ${message}`;
}
