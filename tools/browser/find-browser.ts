import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** What to do where there is no browser. */
export const howToInstall =
  'No Chromium or Chrome was found. Install one (on Debian: `apt-get install chromium`), or name the ' +
  'program in the environment variable CHROME_PATH.';

/**
 * The path of a Chromium or Chrome: the one named by CHROME_PATH, or the first on the PATH.
 *
 * @returns undefined where there is none
 * @throws {Error} when CHROME_PATH names something that cannot be run
 */
export function findBrowser(env: NodeJS.ProcessEnv): string | undefined {
  const named = env['CHROME_PATH'];
  if (named) {
    if (!isProgram(named))
      throw new Error(`CHROME_PATH names no program that can be run: ${named}`);
    return named;
  }
  const folders = (env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
