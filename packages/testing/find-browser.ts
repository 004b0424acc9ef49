/** The browser of this machine. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Returns the path of a Chromium or Chrome: the one that CHROME_PATH names, or the first on the PATH. */
export function findBrowser(env: NodeJS.ProcessEnv): string | undefined {
  const named = env['CHROME_PATH'];
  if (named && isProgram(named)) return named;
  if (named)
    throw new Error(`CHROME_PATH names no program that can be run: ${named}`);
  const folders = (env['PATH'] ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
