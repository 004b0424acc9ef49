import { freePort } from '@agent-conversation/shared/ports';
import { startService } from '../service/service.ts';
import { storeSettings } from '../service/requests.ts';
import { newExcesses, useOf } from '../service/limits.ts';
import { markedProcesses } from '../processes/marked.ts';
import { EndedBySignal } from '../processes/progress.ts';
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
      const name = `Start edition ${installed.version}`;
      const service = await run.progress.step(name, () =>
        startService(run, installed, port),
      );
      await run.progress.step(
        'Store settings of a stub of a language model',
        () => run.until(storeSettings(service)),
      );
      isReady = true;
      options.out(
        introduction(service.version, service.baseUrl, service.apiKey),
      );
      const excessesOf = newExcesses();
      const timer = setInterval(() => {
        const excesses = excessesOf(useOf(markedProcesses(run.mark)));
        for (const excess of excesses)
          run.progress.note(`Note: ${excess}. The edition goes on.`);
      }, everyMs);
      try {
        await run.until(service.ended);
      } finally {
        clearInterval(timer);
      }
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
