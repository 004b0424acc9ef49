import { readFileSync } from 'node:fs';

/** The environment variable that has the key, as for the client. */
export const keyVariable = 'AGENT_CONVERSATION_API_KEY';

/**
 * The key to call the server with.
 *
 * @param file where it stands; undefined takes it from the environment
 * @throws {TypeError} where there is none; never with the key
 */
export function readKey(file: string | undefined, environment: NodeJS.ProcessEnv): string {
  const key = file === undefined ? environment[keyVariable] : contentOf(file).replace(/\r?\n$/, '');
  if (!key) {
    throw new TypeError(
      file === undefined
        ? `There is no key: set ${keyVariable}, or name a file that has it by --api-key-file`
        : `--api-key-file ${file}: the file is empty`,
    );
  }
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const place = file === undefined ? keyVariable : `--api-key-file ${file}`;
  throw new TypeError(
    `${place}: the key must be one line of visible ASCII characters, without spaces`,
  );
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new TypeError(`--api-key-file ${file}: ${reasons.get(code) ?? message}`, {
      cause: error,
    });
  }
}

const reasons = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'the file may not be read'],
  ['EISDIR', 'this is a folder'],
]);
