import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Makes an `import` that reads the modules of a folder anew each time, as they have been built in the
 * meantime. What is below `node_modules` is read once. The modules of earlier times stay in memory, as
 * Node lets go of none: bearable while somebody develops.
 *
 * @param folder its real path, as links to it are followed
 * @returns imports a module by its URL
 */
export function createFreshImport(folder: string): (url: string) => Promise<unknown> {
  const base = pathToFileURL(folder).href;
  let times = 0;

  // A module with another query is another module. What it imports inherits its query.
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context);
      const [query] = /\?fresh=\d+$/.exec(context.parentURL ?? '') ?? [];
      const { url } = resolved;
      const changes = url.startsWith(base) && !url.includes('/node_modules/');
      return query && changes ? { ...resolved, url: url + query } : resolved;
    },
  });
  return async (url) => import(`${url}?fresh=${++times}`);
}
