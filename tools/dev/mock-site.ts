import { readFile } from 'node:fs/promises';
import { styleText } from 'node:util';
import type * as MockPackage from '@agent-conversation/mock';
import { createFreshImport } from './fresh-import.ts';

/** The mock as it is while somebody works on the contract. */
export interface MockSite {
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Takes the mock as it was built last. While the contract is the same, the mock is kept with all that was
   * started in it; it is kept as well when the build has failed, because its parts may not fit together.
   *
   * @param passed whether the build went well
   * @returns what there is to say of it, if anything
   */
  reload(passed: boolean): Promise<string | undefined>;
}

/**
 * Serves the mock of a repository, which is replaced when its contract changes.
 *
 * @param root the folder of the repository, with a slash at its end
 * @param print takes a text for each exchange
 */
export function createMockSite(root: string, print: (text: string) => void): MockSite {
  const freshImport = createFreshImport(root);
  let mock: MockPackage.Mock | undefined;
  let contract: Buffer | undefined;

  async function load(): Promise<MockPackage.Mock> {
    // Resolved late, because the package exists only after the first build.
    const url = import.meta.resolve('@agent-conversation/mock');
    const { createMock, formatExchange } = (await freshImport(url)) as typeof MockPackage;
    return createMock({
      // What the documentation shows can be asked for.
      examples: true,
      onExchange: (exchange) => print(formatExchange(exchange, styleText)),
    });
  }

  return {
    async fetch(request) {
      if (mock) return mock.fetch(request);
      return Response.json({ detail: 'The contract has not been built yet' }, { status: 503 });
    },
    async reload(passed) {
      if (mock && !passed) return undefined;
      try {
        const built = await readFile(`${root}openapi/dist/openapi.json`);
        if (contract?.equals(built)) return undefined;
        const before = mock;
        mock = await load();
        contract = passed ? built : undefined;
        return before && 'The mock begins anew.';
      } catch (error) {
        // What a failed build says is enough.
        return passed
          ? styleText('red', `The mock cannot follow: ${(error as Error).message}`)
          : undefined;
      }
    },
  };
}
