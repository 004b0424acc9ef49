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

/** What the scripts of a page share. */
const page = '(globalThis.agentConversationDocs ??= {})';

/** The text of the module that each script is made of. */
const modules: Readonly<Record<string, string>> = {
  head: `
    import { applyPreferences } from './preferences.ts';
    applyPreferences();`,
  search: `
    import { prepareSearch } from '../search/find.ts';
    ${page}.prepareSearch = prepareSearch;`,
  site: "import './site.ts';",
  console: "import './console.ts';",
  reference: "import './reference.ts';",
};

function validatorModule(id: string): string {
  return `
    import { ${id} as validator } from '@agent-conversation/validators';
    const { validateRequest, validateResponse } = validator;
    const validators = (${page}.validators ??= {});
    validators.${id} = { validateRequest, validateResponse };`;
}

async function bundleAll(): Promise<Scripts> {
  const validators = Object.keys(operations).map((id) => {
    return [`validators/${id}`, validatorModule(id)] as const;
  });
  const all = [...Object.entries(modules), ...validators];
  const bundles = all.map(async ([name, source]) => {
    const text = await bundle(source);
    return [name, text] as const;
  });
  return Object.fromEntries(await Promise.all(bundles));
}

const entry = fileURLToPath(new URL('entry.js', import.meta.url));

/** Bundles the source text of a module of this folder. */
async function bundle(source: string): Promise<string> {
  const entryPlugin = {
    name: 'entry',
    resolveId: (id: string) => (id === entry ? id : undefined),
    load: (id: string) => (id === entry ? source : undefined),
  };
  await using built = await rolldown({
    input: entry,
    platform: 'browser',
    logLevel: 'warn',
    plugins: [entryPlugin],
  });
  const { output } = await built.generate({
    format: 'iife',
    minify: true,
  });
  return output[0].code;
}
