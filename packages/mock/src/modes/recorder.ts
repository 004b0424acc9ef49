/** Records exchanges with a service in a file, as an HTTP archive (HAR 1.2) without secrets. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { harEntry, type HarExchange } from '@agent-conversation/cli/har';
import {
  createRedactor,
  isList,
  isObject,
  jsonOf,
  minSecretLength,
  redacted,
  redactQuery,
} from '@agent-conversation/contract';
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import { secretNames } from '../contract.ts';
import { notJson, redactBody, secretHeadersOf } from '../redaction.ts';
import type { ForwardedExchange, ForwardedMessage, HeaderPair, Observer } from '../types.ts';

const creator = { name: packageJson.name, version: packageJson.version };
const head = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[\n`;
const tail = '\n]}}\n';

/** How many secrets are looked for: those that came last. */
const secretLimit = 1000;

/** Whether a query parameter can be a secret. */
function isSecretParameter(name: string): boolean {
  return /key|token|secret|passw|auth/i.test(name);
}

/** A file that is being recorded. */
export interface Recorder {
  /** Adds an exchange. Throws if it cannot be written. */
  readonly observe: Observer;
  readonly close: () => void;
}

/**
 * Creates a file, and returns a function that adds an exchange to it. After each, the file is a complete archive, with
 * one line for each exchange.
 *
 * @param keyHeaders further headers with API keys
 * @throws {TypeError} if the file exists, or cannot be written
 */
export function createRecorder(path: string, keyHeaders: readonly string[] = []): Recorder {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EEXIST' ? 'exists, and is not overwritten' : `cannot be used: ${message}`;
    throw new TypeError(`The recording ${path} ${reason}`, { cause: error });
  }
  const redact = createRedaction(keyHeaders);
  let end = writeSync(file, head);
  let isFirst = true;
  writeSync(file, tail, end);

  function write(line: string): void {
    const text = isFirst ? line : `,\n${line}`;
    // The end of the file is written over.
    writeSync(file, text + tail, end);
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
        throw new Error(`The recording ${path} cannot be written: ${message}`, { cause: error });
      }
    },
    close: () => closeSync(file),
  };
}

/**
 * Returns a function that removes secrets from an exchange: by the names of headers, query parameters and properties,
 * and wherever else their values occur, also in later exchanges. The types of values stay, so that the archive follows
 * the contract.
 */
function createRedaction(keyHeaders: readonly string[]) {
  const secretHeaders = secretHeadersOf(keyHeaders);
  const secrets = new Set<string>();
  let redact = createRedactor(secrets);

  function collect({ request, response }: ForwardedExchange): void {
    const found = [
      ...credentialsIn(request, secretHeaders),
      ...secretsIn(jsonOf(request.text ?? '')),
      ...secretsIn(jsonOf(response.text ?? '')),
    ];
    // A shorter one is a word that can also stand elsewhere.
    const long = found.filter((secret) => secret.length >= minSecretLength);
    const unknown = long.filter((secret) => !secrets.has(secret));
    if (unknown.length === 0) return;
    for (const secret of unknown) secrets.add(secret);
    for (const oldest of secrets) {
      if (secrets.size <= secretLimit) break;
      secrets.delete(oldest);
    }
    redact = createRedactor(secrets);
  }

  function bodyOf({ text }: ForwardedMessage): string {
    return text === undefined ? notJson : redactBody(text, redact);
  }

  function headersOf(headers: readonly HeaderPair[]): HeaderPair[] {
    return headers.map(([name, value]) => {
      const isSecret = secretHeaders.has(name.toLowerCase());
      return [name, isSecret ? redacted : redact(value)];
    });
  }

  return (exchange: ForwardedExchange): HarExchange => {
    collect(exchange);
    const { startedAt, duration, request, response } = exchange;
    const url = redactQuery(request.url, isSecretParameter);
    return {
      startedAt,
      duration,
      request: {
        method: request.method,
        // Part by part, so that it is still a URL.
        url: url.replaceAll(/[^/?&=#]+/g, redact),
        headers: headersOf(request.headers),
        body: bodyOf(request),
      },
      response: {
        status: response.status,
        headers: headersOf(response.headers),
        body: bodyOf(response),
      },
    };
  };
}

/** Returns the values of secret headers and query parameters. */
function credentialsIn(
  { headers, url }: ForwardedExchange['request'],
  secretHeaders: ReadonlySet<string>,
): string[] {
  const values = headers
    .filter(([name]) => secretHeaders.has(name.toLowerCase()))
    // The credentials can follow a scheme (RFC 9110, section 11.4).
    .flatMap(([, value]) => [value, value.slice(value.indexOf(' ') + 1)]);
  const query = new URLSearchParams(/\?(.*)/s.exec(url)?.[1]);
  const parameters = [...query].filter(([name]) => isSecretParameter(name));
  return [...values, ...parameters.map(([, value]) => value)];
}

/** Returns the texts in a JSON value that are secret by their names. */
function secretsIn(value: unknown, isSecret = false): string[] {
  if (isList(value)) return value.flatMap((item) => secretsIn(item, isSecret));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, property]) =>
      secretsIn(property, isSecret || secretNames.has(name)),
    );
  }
  return isSecret && typeof value === 'string' ? [value] : [];
}
