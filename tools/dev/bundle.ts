/** Bundles the contract, as `redocly bundle` does, from its files as they are now. */
import { join, relative } from 'node:path';
import { repository } from '@agent-conversation/shared/process';
import {
  bundle,
  getLineColLocation,
  loadConfig,
  stringifyYaml,
} from '@redocly/openapi-core';

const config = await loadConfig({
  configPath: join(repository, 'redocly.yaml'),
});

type Problem = Awaited<ReturnType<typeof bundle>>['problems'][number];

/** @throws {Error} with a line for each problem, which begins with its file and line */
export async function bundleContract(): Promise<{
  readonly json: string;
  readonly yaml: string;
}> {
  const ref = join(repository, 'openapi/openapi.yaml');
  const { bundle: document, problems } = await bundle({ ref, config });
  const errors = problems.filter(({ severity }) => severity === 'error');
  // A file that cannot be parsed is reported for each reference to it as well.
  const unparsed = errors.filter(({ message }) =>
    message.startsWith('Failed to parse'),
  );
  const shown = unparsed.length > 0 ? unparsed : errors;
  if (shown.length > 0) throw new Error(shown.map(describe).join('\n'));
  const contract = inOrder(document.parsed as object);
  const yaml = stringifyYaml(contract, { noRefs: true, lineWidth: -1 });
  return { json: JSON.stringify(contract, null, 2), yaml };
}

/** The program `redocly` writes these properties first. */
function inOrder(document: object): object {
  const first =
    'openapi info jsonSchemaDialect servers security tags externalDocs paths webhooks';
  const names = [...first.split(' '), 'x-webhooks', 'components'].filter(
    (it) => it in document,
  );
  return {
    ...Object.fromEntries(names.map((name) => [name, ''])),
    ...document,
  };
}

function describe({ message, location: [at] }: Problem): string {
  if (!at) return message;
  const { source, start } = getLineColLocation(at);
  const file = relative(repository, source.absoluteRef);
  return `${file}:${start.line}:${start.col}${at.pointer ? ` at ${at.pointer}` : ''}: ${message}`;
}
