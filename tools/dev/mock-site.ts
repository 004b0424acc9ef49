import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import type * as MockPackage from '@agent-conversation/mock';
import type { JsonObject } from '@agent-conversation/contract';
import { contractChange, type ContractChange, overwrite } from './contract-change.ts';

/** The mock as it is while somebody works on the contract. */
export interface MockSite {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Takes the mock as it was built last. It keeps nothing of what was made before. */
  load(): Promise<void>;
  /**
   * Takes another contract. If only texts and examples have changed, the mock responds as it says from now on, with
   * everything that was made before. Otherwise nothing happens: the mock has to be built and loaded.
   */
  update(json: string): ContractChange | undefined;
}

/**
 * Serves the mock of a repository.
 *
 * @param root the folder of the repository, with a slash at its end
 * @param print receives a text for each exchange
 */
export function createMockSite(root: string, print: (text: string) => void): MockSite {
  const freshImport = createFreshImport(root);
  let loaded: { code: typeof MockPackage; contract: Contract; mock: MockPackage.Mock } | undefined;

  function create(
    { createMock, formatExchange }: typeof MockPackage,
    saved?: MockPackage.SavedState,
  ) {
    return createMock({
      // What the documentation shows can be requested.
      examples: true,
      onExchange: (exchange) => print(formatExchange(exchange, styleText)),
      ...(saved && { saved }),
    });
  }

  return {
    async fetch(request) {
      if (loaded) return loaded.mock.fetch(request);
      return Response.json({ detail: 'The mock is being built' }, { status: 503 });
    },
    async load() {
      // Resolved late, because the packages exist only after the first build.
      const [fresh, document] = await freshImport(
        [import.meta.resolve('@agent-conversation/mock')],
        [import.meta.resolve('@agent-conversation/openapi/openapi.json'), json],
      );
      const code = fresh as typeof MockPackage;
      const { default: contract } = document as { default: Contract };
      loaded = { code, contract, mock: create(code) };
    },
    update(text) {
      if (!loaded) return { isStructural: true, what: 'mock' };
      const change = contractChange(
        JSON.stringify(loaded.contract),
        JSON.stringify(JSON.parse(text)),
      );
      if (change && !change.isStructural) {
        // The mock has this very object.
        overwrite(loaded.contract, JSON.parse(text) as JsonObject);
        loaded.mock = create(loaded.code, loaded.mock.save());
      }
      return change;
    },
  };
}

type Contract = Record<string, unknown>;
const json: ImportCallOptions = { with: { type: 'json' } };

/**
 * Makes an `import` that reads the modules of a folder again each time, as they have been built in the
 * meantime. What is below `node_modules` is read once. Earlier modules stay in memory, as Node releases none:
 * bearable in a development server.
 *
 * @param folder its real path, as links to it are followed
 * @returns imports modules by their URLs; what they have in common is imported once
 */
export function createFreshImport(
  folder: string,
): (...modules: [url: string, options?: ImportCallOptions][]) => Promise<unknown[]> {
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
  return (...modules) => {
    times += 1;
    return Promise.all(
      modules.map(([url, options]) => import(`${url}?fresh=${times}`, options) as Promise<unknown>),
    );
  };
}
