import type { Mock } from '@agent-conversation/mock';
import { keyHeader, type RandomRequest } from '../../src/requests/valid-requests.ts';
import type { Exchange } from '../../src/oracle/exchange.ts';

/** The address of a random request. */
export function urlOf({ path, query }: RandomRequest): string {
  return `http://mock${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** What a request has besides its method and its path. */
export interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes as they are sent; anything else is sent as JSON. */
  readonly body?: unknown;
}

/** Calls a mock, and keeps every exchange. */
export class Recorder {
  readonly mock: Mock;
  readonly exchanges: Exchange[] = [];

  constructor(mock: Mock) {
    this.mock = mock;
  }

  /**
   * Sends a request with an API key.
   *
   * @param address the path with the query
   * @returns the body of the answer, parsed; undefined where it is not JSON
   */
  async ask(method: string, address: string, asked: Asked = {}): Promise<unknown> {
    const json = { 'Content-Type': 'application/json' };
    const headers = { [keyHeader]: 'any', ...('body' in asked && json), ...asked.headers };
    return this.send(method, address, {
      headers,
      ...('body' in asked && { body: Buffer.from(JSON.stringify(asked.body)) }),
    });
  }

  /** Sends a request as it is. */
  async send(
    method: string,
    address: string,
    {
      headers,
      body,
    }: {
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: Uint8Array<ArrayBuffer> | undefined;
    },
  ): Promise<unknown> {
    const request = new Request(`http://mock${address}`, {
      method,
      headers,
      ...(body && { body }),
    });
    const { url, headers: sent } = request;
    const response = await this.mock.fetch(request);
    const answer = {
      status: response.status,
      headers: response.headers,
      body: await response.text(),
    };
    const text = body && Buffer.from(body).toString();
    this.exchanges.push({ request: { method, url, headers: sent, body: text }, answer });
    const isJson = response.headers.get('content-type') === 'application/json';
    return isJson && answer.body !== '' ? (JSON.parse(answer.body) as unknown) : undefined;
  }
}
