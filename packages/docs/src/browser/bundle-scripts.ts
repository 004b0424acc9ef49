import { fileURLToPath } from 'node:url';
import { operations } from '@agent-conversation/validators';
import { rolldown } from 'rolldown';
import { memo } from '../memo.ts';

/** The scripts of the site. */
export interface Scripts {
  /** Inline in the head of every page: one line, without `</`. */
  readonly head: string;
  /** The text of each file by its path from the site's root, such as `scripts/site.js`. */
  readonly files: Map<string, string>;
}

/**
 * Bundles the scripts of the site, minified. All are classic ones, as pages from `file:` have no modules.
 *
 * @param secrets the properties whose values no page may show
 */
export function bundleScripts(secrets: readonly string[]): Promise<Scripts> {
  return bundledFor(JSON.stringify(secrets));
}

const bundledFor = memo(async (secrets): Promise<Scripts> => {
  const sources: [string, string][] = [
    ...['site', 'search', 'run'].map((name): [string, string] => [
      `scripts/${name}.js`,
      `import './${name}.ts';`,
    ]),
    ...Object.keys(operations).map((id): [string, string] => [
      `scripts/validators/${id}.js`,
      validatorSource(id, secrets),
    ]),
  ];
  const bundled = sources.map(async ([path, source]): Promise<[string, string]> => [
    path,
    await bundle(source),
  ]);
  const head = await bundle(
    "import { applyPreferences } from './preferences.ts'; applyPreferences();",
  );
  return { head, files: new Map(await Promise.all(bundled)) };
});

/** Provides the validator of an operation to `run.ts`. */
function validatorSource(id: string, secrets: string): string {
  return `
    import { ${id} } from '@agent-conversation/validators';
    const shared = (globalThis.agentConversationDocs ??= {});
    const { validateResponse } = ${id};
    const secrets = ${secrets};
    (shared.validators ??= {}).${id} = { validateResponse, secrets };`;
}

const entry = fileURLToPath(new URL('entry.js', import.meta.url));

/** Bundles the source text of a module of this folder. */
async function bundle(source: string): Promise<string> {
  const built = await rolldown({
    input: entry,
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    logLevel: 'warn',
  });
  const { output } = await built.generate({ format: 'iife', minify: true });
  await built.close();
  return output[0].code;
}
