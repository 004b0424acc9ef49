import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { instrumentsFolder } from '../instruments.ts';
import { start, stop } from '../processes.ts';
import { typesProgram } from './prepare.ts';

/** What of an answer of TypeScript's server is used. */
interface Answer {
  readonly command?: string;
  readonly body?: { readonly displayString?: string };
}

/** Where each program reads the new sandbox, knowing that it is there. */
const use = 'sandbox.status';
const tsserver = join(instrumentsFolder, 'node_modules/typescript/lib/tsserver.js');

/**
 * What an editor shows when the pointer is over the variable that holds a sandbox.
 *
 * @throws {Error} when TypeScript's server shows nothing
 */
export async function hover(folder: string): Promise<string> {
  const file = join(folder, typesProgram);
  const before = (await readFile(file, 'utf8')).split(use, 1)[0]!.split('\n');
  const place = { file, line: before.length, offset: before.at(-1)!.length + 1 };
  const child = start(process.execPath, [tsserver, '--disableAutomaticTypingAcquisition'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    // It ends with its input, before it has answered: the input stays open.
    child.stdin!.write(request('open', { file }) + request('quickinfo', place));
    const shown = await quickInfo(child.stdout!);
    if (shown === undefined) throw new Error(`TypeScript's server shows nothing for ${file}`);
    return shown;
  } finally {
    await stop(child);
  }
}

function request(command: string, args: object): string {
  return `${JSON.stringify({ seq: 0, type: 'request', command, arguments: args })}\n`;
}

async function quickInfo(output: Readable): Promise<string | undefined> {
  for await (const line of createInterface(output)) {
    if (!line.startsWith('{')) continue;
    const { command, body } = JSON.parse(line) as Answer;
    if (command === 'quickinfo') return body?.displayString;
  }
  return undefined;
}
