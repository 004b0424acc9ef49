import { fileURLToPath } from 'node:url';
import { operations } from '@agent-conversation/validators';
import { rolldown } from 'rolldown';

/** The scripts of the site. */
export interface Scripts {
  /** Inline in the head of every page: one line, without `</`. */
  readonly head: string;
  /** Inline in the reference page. */
  readonly reference: string;
  /** The text of each file by its path from the site's root, such as `scripts/site.js`. */
  readonly files: Map<string, string>;
}

let bundled: Promise<Scripts> | undefined;

/** Bundles the scripts of the site, minified. All are classic ones, as pages from `file:` have no modules. */
export function bundleScripts(): Promise<Scripts> {
  bundled ??= bundleAll();
  return bundled;
}

async function bundleAll(): Promise<Scripts> {
  const page = '(globalThis.agentConversationDocs ??= {})';
  const search = `import { prepareSearch } from '../search/find.ts'; ${page}.prepareSearch = prepareSearch;`;
  const validatorOf = (id: string) => `
    import { ${id} as it } from '@agent-conversation/validators';
    const validators = (${page}.validators ??= {});
    validators.${id} = { validateRequest: it.validateRequest, validateResponse: it.validateResponse };`;
  const sources = [
    ...['site', 'console'].map((name) => [name, `import './${name}.ts';`]),
    ['search', search],
    ...Object.keys(operations).map((id) => [`validators/${id}`, validatorOf(id)]),
  ];
  const files = await Promise.all(
    sources.map(async ([path, source]) => [`scripts/${path}.js`, await bundle(source!)] as const),
  );
  const head = `import { applyPreferences } from './preferences.ts'; applyPreferences();`;
  const reference = `import './reference.ts';`;
  return {
    head: await bundle(head),
    reference: await bundle(reference),
    files: new Map(files),
  };
}

const entry = fileURLToPath(new URL('entry.js', import.meta.url));

/** Bundles the source text of a module of this folder. */
async function bundle(source: string): Promise<string> {
  const resolveId = (id: string) => (id === entry ? id : undefined);
  const load = (id: string) => (id === entry ? source : undefined);
  const plugins = [{ name: 'entry', resolveId, load }];
  await using built = await rolldown({
    input: entry,
    platform: 'browser',
    plugins,
    logLevel: 'warn',
  });
  const { output } = await built.generate({ format: 'iife', minify: true });
  return output[0].code;
}
