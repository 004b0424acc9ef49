/** Records exchanges with a service in a file, as an HTTP archive (HAR 1.2) without secrets. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { harEntry } from '@agent-conversation/cli/har';
import {
  createRedactor,
  credentialHeaders,
  isList,
  isObject,
  jsonOf,
  minSecretLength,
  redacted,
  redactQuery,
  redactUrl,
} from '@agent-conversation/contract';
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import { keyHeader, secretNames, secretQueryNames } from '../contract.ts';
import { Rejection } from '../response.ts';
import type { HeaderPairs, ObservedExchange, Observer } from '../types.ts';
import { notJson } from './archive.ts';

const creator = { name: packageJson.name, version: packageJson.version };
const head = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[\n`;
const tail = '\n]}}\n';

/** The names of query parameters that can be secrets. */
const secretParameter = /key|token|secret|passw|auth/i;

/** A file that is being recorded. */
export interface Recorder {
  /** Adds an exchange. Throws a `Rejection` if it cannot be written. */
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
        throw new Rejection(500, `The recording ${path} cannot be written: ${message}`);
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
  const names = [keyHeader, ...keyHeaders, ...credentialHeaders];
  const secretHeaders = new Set(names.map((name) => name.toLowerCase()));
  const secrets = new Set<string>();
  let redact = createRedactor(secrets);

  function collect({ request, response }: ObservedExchange): void {
    const before = secrets.size;
    for (const [name, value] of request.headers) {
      if (!secretHeaders.has(name.toLowerCase())) continue;
      secrets.add(value);
      // The credentials after the scheme (RFC 9110, section 11.4).
      secrets.add(value.slice(value.indexOf(' ') + 1));
    }
    const query = new URLSearchParams(/\?(.*)/s.exec(request.url)?.[1]);
    for (const [name, value] of query) if (secretParameter.test(name)) secrets.add(value);
    for (const { body } of [request, response]) collectFrom(jsonOf(textOf(body) ?? ''));
    if (secrets.size > before) redact = createRedactor(secrets);
  }

  function collectFrom(value: unknown, isSecret = false): void {
    if (isList(value)) for (const item of value) collectFrom(item, isSecret);
    if (isObject(value)) {
      for (const [name, property] of Object.entries(value)) {
        collectFrom(property, isSecret || secretNames.has(name));
      }
    }
    // A shorter one is a word that can also stand elsewhere.
    if (isSecret && typeof value === 'string' && value.length >= minSecretLength)
      secrets.add(value);
  }

  const headersOf = (headers: HeaderPairs): [string, string][] =>
    Array.from(headers, ([name, value]) => [
      name,
      secretHeaders.has(name.toLowerCase()) ? redacted : redact(value),
    ]);

  function bodyOf(bytes: Uint8Array): string {
    if (bytes.length === 0) return '';
    const text = textOf(bytes);
    const value = text === undefined ? undefined : jsonOf(text);
    // What is not JSON can have secrets anywhere.
    if (text === undefined || value === undefined) return notJson;
    const clean = JSON.stringify(value, (name, property: unknown) => {
      if (secretNames.has(name)) return placeholderFor(property);
      if (typeof property !== 'string') return property;
      return redact(secretQueryNames.has(name) ? redactUrl(property) : property);
    });
    // The text of the service, with its numbers and spaces, where there is nothing to hide.
    return clean === JSON.stringify(value) ? text : clean;
  }

  return (exchange: ObservedExchange): Parameters<typeof harEntry>[0] => {
    collect(exchange);
    const { request, response, ...rest } = exchange;
    const url = redactQuery(request.url, (name) => secretParameter.test(name));
    return {
      ...rest,
      request: {
        method: request.method,
        // Part by part, so that it is still a URL.
        url: url.replaceAll(/[^/?&=#]+/g, redact),
        headers: headersOf(request.headers),
        body: bodyOf(request.body),
      },
      response: {
        status: response.status,
        headers: headersOf(response.headers),
        body: bodyOf(response.body),
      },
    };
  };
}

/** Returns the text of a body; undefined if it is not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns a value of the same type that is no secret. */
function placeholderFor(value: unknown): unknown {
  if (typeof value === 'string') return redacted;
  if (typeof value === 'number') return 0;
  if (isList(value)) return [];
  return isObject(value) ? {} : value;
}
