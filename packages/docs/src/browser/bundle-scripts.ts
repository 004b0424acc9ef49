import { fileURLToPath } from 'node:url';
import { operations } from '@agent-conversation/validators';
import { rolldown } from 'rolldown';

/** The text of each script by its name, such as `validators/pauseSandbox`. */
export type Scripts = Readonly<Record<string, string>>;

let bundled: Promise<Scripts> | undefined;

/** Bundles classic scripts, as pages from `file:` have no modules. `head` and `reference` stand inside pages. */
export function bundleScripts(): Promise<Scripts> {
  bundled ??= bundleAll();
  return bundled;
}

async function bundleAll(): Promise<Scripts> {
  const page = '(globalThis.agentConversationDocs ??= {})';
  const sources: Record<string, string> = {
    head: `import { applyPreferences } from './preferences.ts'; applyPreferences();`,
    search: `import { prepareSearch } from '../search/find.ts'; ${page}.prepareSearch = prepareSearch;`,
  };
  for (const name of ['site', 'console', 'reference']) sources[name] = `import './${name}.ts';`;
  for (const id of Object.keys(operations))
    sources[`validators/${id}`] = `
      import { ${id} as it } from '@agent-conversation/validators';
      const validators = (${page}.validators ??= {});
      validators.${id} = { validateRequest: it.validateRequest, validateResponse: it.validateResponse };`;
  const made = Object.entries(sources).map(async ([name, it]) => [name, await bundle(it)] as const);
  return Object.fromEntries(await Promise.all(made));
}

const entry = fileURLToPath(new URL('entry.js', import.meta.url));

/** Bundles the source text of a module of this folder. */
async function bundle(source: string): Promise<string> {
  const resolveId = (id: string) => (id === entry ? id : undefined);
  const load = (id: string) => (id === entry ? source : undefined);
  const options = { input: entry, platform: 'browser', logLevel: 'warn' } as const;
  await using built = await rolldown({ ...options, plugins: [{ name: 'entry', resolveId, load }] });
  const { output } = await built.generate({ format: 'iife', minify: true });
  return output[0].code;
}
