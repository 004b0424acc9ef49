import { freePort } from '@agent-conversation/shared/ports';
import { startService } from '../service/service.ts';
import { storeSettings } from '../service/requests.ts';
import { watchUse } from '../service/limits.ts';
import { EndedBySignal } from '../processes/run.ts';
import { type EditionOptions, withEdition } from './options.ts';

/** How often the use of the machine is looked at. */
const everyMs = 10_000;

/**
 * Starts an edition and keeps it until Ctrl-C.
 *
 * @returns the exit code
 * @throws {EndedBySignal} by Ctrl-C before the edition could be used
 */
export async function startEdition(
  options: EditionOptions,
  port: number,
): Promise<number> {
  // Before anybody waits for an installation.
  await freePort(port);
  let isReady = false;
  try {
    await withEdition(options, async (run, installed) => {
      const service = await startService(run, installed, port);
      await run.step(
        'Store settings of a stub of a language model',
        60_000,
        () => storeSettings(service),
      );
      isReady = true;
      const { version, baseUrl, apiKey } = service;
      options.out(introduction(version, baseUrl, apiKey));
      const note = (excess: string) =>
        run.write(`Note: ${excess}. The edition goes on.\n`);
      run.resources.use(watchUse(run.mark, note, everyMs));
      await run.ended;
    });
  } catch (error) {
    if (!(isReady && error instanceof EndedBySignal)) throw error;
    options.err(`${error.message}\n`);
  }
  return 0;
}

/** Returns what a user needs to know of an edition that runs. */
export function introduction(
  version: string,
  baseUrl: string,
  apiKey: string,
): string {
  const header = `-H 'X-Session-API-Key: ${apiKey}'`;
  return `
  Edition   ${version}
  Base URL  ${baseUrl}
  Key       ${apiKey}

To try it, start a sandbox (2 s; on macOS up to 25 s) and look for it:

  curl ${header} -X POST ${baseUrl}/api/v1/sandboxes
  curl ${header} ${baseUrl}/api/v1/sandboxes/search

Stop with Ctrl-C: the service, its sandboxes and its data are removed.
`;
}
