/** Records exchanges with a service in a file, as an HTTP archive (HAR 1.2) without secrets. */
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { harEntry } from '@agent-conversation/cli/har';
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import { createExchangeRedaction } from '../redaction.ts';
import type { Observer } from '../types.ts';

const creator = { name: packageJson.name, version: packageJson.version };
const head = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[\n`;
const tail = '\n]}}\n';

/** A file that is being recorded. */
export interface Recorder {
  /** Adds an exchange. Throws if it cannot be written. */
  readonly observe: Observer;
  readonly close: () => void;
  /** Closes the file, and removes it. */
  readonly discard: () => void;
}

/**
 * Creates a file, and returns a function that adds an exchange to it. After each, the file is a complete archive, with
 * one line for each exchange.
 *
 * @param keyHeaders further headers with API keys
 * @throws {TypeError} if the file exists, or cannot be written
 */
export function createRecorder(
  path: string,
  keyHeaders?: readonly string[],
): Recorder {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EEXIST'
        ? 'exists, and is not overwritten'
        : `cannot be used: ${message}`;
    throw new TypeError(`The recording ${path} ${reason}`, { cause: error });
  }
  const redact = createExchangeRedaction(keyHeaders);
  let end = writeAt(file, head, 0);
  let isFirst = true;
  writeAt(file, tail, end);

  function write(line: string): void {
    const text = isFirst ? line : `,\n${line}`;
    try {
      // The end of the file is written over.
      writeAt(file, text + tail, end);
    } catch (error) {
      // Such as a disk that is full: what was there before stays complete.
      ftruncateSync(file, writeAt(file, tail, end));
      throw error;
    }
    end += Buffer.byteLength(text);
    isFirst = false;
  }

  return {
    observe(exchange) {
      const line = JSON.stringify(harEntry(redact(exchange)));
      try {
        write(line);
      } catch (error) {
        const { message } = error as Error;
        throw new Error(`The recording ${path} cannot be written: ${message}`, {
          cause: error,
        });
      }
    },
    close: () => closeSync(file),
    discard() {
      closeSync(file);
      rmSync(path);
    },
  };
}

/** Writes the whole of a text, and returns where it ends. A single write can stop before. */
function writeAt(file: number, text: string, start: number): number {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(
      file,
      bytes,
      written,
      bytes.length - written,
      start + written,
    );
  }
  return start + written;
}
