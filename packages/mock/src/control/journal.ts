import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import type { Entry, Har } from 'har-format';
import { keyHeader } from '../contract.ts';
import type { Exchange, Finding } from '../exchange.ts';
import type { Answer, Call } from '../http/message.ts';
import { redact, redacted } from './secrets.ts';

/** How many exchanges are kept. */
const entryLimit = 1000;

/** How many characters of bodies are kept. */
const textLimit = 8 * 1024 * 1024;

/** Headers that carry secrets, in small letters. */
const secretHeaders = new Set([keyHeader, 'authorization', 'cookie', 'set-cookie']);

/** An entry, with what the mock adds (HAR 1.2: names with an underscore are custom fields). */
interface JournalEntry extends Entry {
  readonly _operation?: string;
  readonly _findings?: readonly Finding[];
  readonly _fault?: string;
}

/** The last exchanges. */
export class Journal {
  #entries: { call: Call; body: string; answer: Answer; exchange: Exchange; time: number }[] = [];
  #texts = 0;

  record(call: Call, body: string, answer: Answer, exchange: Exchange): void {
    this.#entries.push({ call, body, answer, exchange, time: Date.now() - exchange.duration });
    this.#texts += body.length + answer.body.length;
    while (this.#entries.length > entryLimit || this.#texts > textLimit) {
      const oldest = this.#entries.shift()!;
      this.#texts -= oldest.body.length + oldest.answer.body.length;
    }
  }

  clear(): void {
    this.#entries = [];
    this.#texts = 0;
  }

  /** The exchanges as an HTTP archive (HAR 1.2), without secrets. */
  toHar(): Har {
    const creator = { name: packageJson.name, version: packageJson.version };
    const entries = this.#entries.map(({ call, body, answer, exchange, time }): JournalEntry => {
      const host = call.header('host') ?? 'mock';
      const { operation, query, findings, fault, duration } = exchange;
      return {
        startedDateTime: new Date(time).toISOString(),
        time: duration,
        request: {
          method: call.method,
          url: `http://${host}${call.path}${query && `?${query}`}`,
          httpVersion: 'HTTP/1.1',
          headers: headersOf(call.headers()),
          queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
          cookies: [],
          headersSize: -1,
          bodySize: sizeOf(body),
          ...(body && {
            postData: { mimeType: call.header('content-type') ?? '', text: shown(body) },
          }),
        },
        response: {
          status: answer.status,
          statusText: '',
          httpVersion: 'HTTP/1.1',
          headers: headersOf(Object.entries(answer.headers)),
          content: {
            mimeType: answer.headers['Content-Type'] ?? 'x-unknown',
            size: sizeOf(answer.body),
            text: answer.body && shown(answer.body),
          },
          cookies: [],
          redirectURL: '',
          headersSize: -1,
          bodySize: sizeOf(answer.body),
        },
        cache: {},
        timings: { send: 0, wait: duration, receive: 0 },
        ...(operation && { _operation: operation }),
        ...(findings.length > 0 && { _findings: findings }),
        ...(fault && { _fault: fault }),
      };
    });
    return { log: { version: '1.2', creator, entries } };
  }
}

/** How many bytes a text takes. */
function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function headersOf(headers: Iterable<readonly [string, string]>) {
  return [...headers].map(([name, value]) => ({
    name,
    value: secretHeaders.has(name.toLowerCase()) ? redacted : value,
  }));
}

/** A body without secrets. One that is not JSON is left out, as nobody can tell what is in it. */
function shown(body: string): string {
  try {
    return JSON.stringify(redact(JSON.parse(body)));
  } catch {
    return '[not JSON]';
  }
}
