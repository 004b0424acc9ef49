/** Records exchanges with a service in a file, as an HTTP archive (HAR 1.2) without secrets. */
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { harEntry, type HarExchange } from '@agent-conversation/cli/har';
import { childrenOf, jsonOf } from '@agent-conversation/contract';
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import { secretNames, secretQueryNames } from '../contract.ts';
import {
  createSecrets,
  credentialsIn,
  isSecretProperty,
  notJson,
  parametersIn,
  redactBody,
  redactHeaders,
  redactTarget,
  secretHeadersOf,
} from '../redaction.ts';
import type {
  ForwardedExchange,
  ForwardedMessage,
  Observer,
} from '../types.ts';

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
  keyHeaders: readonly string[] = [],
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
  const redact = createRedaction(keyHeaders);
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

/**
 * Returns a function that removes secrets from an exchange: by the names of headers, query parameters and properties,
 * and wherever else their values occur, also in later exchanges. The types of values stay, so that the archive follows
 * the contract.
 */
function createRedaction(keyHeaders: readonly string[]) {
  const isSecretHeader = secretHeadersOf(keyHeaders);
  const { add, redact } = createSecrets();

  function collect({ request, response }: ForwardedExchange): void {
    add([
      ...credentialsIn(request.headers, isSecretHeader),
      ...parametersIn(request.url),
      ...credentialsIn(response.headers, isSecretHeader),
      ...secretsIn(jsonOf(request.text ?? '')),
      ...secretsIn(jsonOf(response.text ?? '')),
    ]);
  }

  function bodyOf({ text }: ForwardedMessage): string {
    return text === undefined ? notJson : redactBody(text, redact);
  }

  return (exchange: ForwardedExchange): HarExchange => {
    collect(exchange);
    const { startedAt, duration, request, response } = exchange;
    return {
      startedAt,
      duration,
      request: {
        method: request.method,
        url: redactTarget(request.url, redact),
        headers: redactHeaders(request.headers, isSecretHeader, redact),
        body: bodyOf(request),
      },
      response: {
        status: response.status,
        headers: redactHeaders(response.headers, isSecretHeader, redact),
        body: bodyOf(response),
      },
    };
  };
}

/** Returns the texts in a JSON value that are secret by their names, and the secret parameters of its URLs. */
function secretsIn(root: unknown): string[] {
  const secrets: string[] = [];
  // Not recursive: a service can respond with JSON that is nested thousands of levels deep.
  const waiting = [{ value: root, isSecret: false }];
  for (const { value, isSecret } of waiting) {
    for (const [step, child] of childrenOf(value)) {
      const name = String(step);
      if (typeof child === 'object') {
        waiting.push({
          value: child,
          isSecret: isSecret || secretNames.has(name),
        });
      }
      if (typeof child !== 'string') continue;
      if (isSecret || isSecretProperty(name)) secrets.push(child);
      else if (secretQueryNames.has(name)) secrets.push(...parametersIn(child));
    }
  }
  return secrets;
}
