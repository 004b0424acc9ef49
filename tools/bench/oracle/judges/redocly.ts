import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from '../../processes.ts';

const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const { version } = JSON.parse(
  readFileSync(new URL(import.meta.resolve('@redocly/cli/package.json')), 'utf8'),
) as { version: string };

/** Its name with its version. */
export const redoclyVersion = `@redocly/cli ${version}`;

/** The contract as a file. */
export const contractFile: string = fileURLToPath(
  import.meta.resolve('@agent-conversation/openapi/openapi.json'),
);

/** A run of Redocly's program. */
export interface RedoclyRun {
  /** The name of the file that it reads. */
  readonly name: string;
  /** What stands in it. */
  readonly input: unknown;
  /** Its arguments, with the file that it is to write. */
  readonly args: (output: string) => readonly string[];
}

/**
 * Runs Redocly's program in an empty folder. That it finds something is no failure.
 *
 * @returns the JSON that it has written
 * @throws {Error} when it has written nothing
 */
export async function runRedocly({ name, input, args }: RedoclyRun): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-oracle-'));
  try {
    await writeFile(join(folder, name), JSON.stringify(input));
    const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const child = start(process.execPath, [cli, ...args('output.json')], {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, ...quiet },
    });
    await once(child, 'close');
    return JSON.parse(await readFile(join(folder, 'output.json'), 'utf8')) as unknown;
  } catch (error) {
    throw new Error(`redocly ${args('FILE').join(' ')} has written no report`, { cause: error });
  } finally {
    await rm(folder, { recursive: true });
  }
}
