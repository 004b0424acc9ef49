import { createMock, type Mock, type MockOptions } from '@agent-conversation/mock';
import { vi } from 'vitest';
import { checkServer } from '../../src/checker/check-server.ts';
import type { CheckOptions } from '../../src/checker/options.ts';
import { exitCodes } from '../../src/program/run-check.ts';

/** A request that the checker has sent. */
export interface Received {
  readonly method: string;
  /** The path with the query. */
  readonly target: string;
  readonly headers: Headers;
  readonly body: string;
  /** Aborted when the checker gives up. */
  readonly signal: AbortSignal;
}

/** Responds in place of the mock; undefined leaves the request to the mock. */
export type Interfere = (request: Received) => Response | Promise<Response> | undefined;

/** The JSON of a successful response, changed; undefined leaves it as it is. */
export type Alter = (request: Received, body: unknown) => unknown;

export interface ServedMock {
  readonly mock: Mock;
  readonly requests: readonly Received[];
}

/** The address at which the mock seems to be. */
export const baseUrl = 'http://127.0.0.1:4010';

/** The key that the checker is given. */
export const checkerKey = 'key-of-the-checker-7f3a';

/**
 * Lets the global `fetch` call a mock in this process, whose sandboxes start at once. Undo it with
 * `vi.unstubAllGlobals()`.
 */
export function serveMock(
  interfere: Interfere = () => undefined,
  { alter, ...options }: MockOptions & { readonly alter?: Alter } = {},
): ServedMock {
  const mock = createMock({ startupTimeInMs: 0, clock: 'manual', seed: 'checker', ...options });
  const requests: Received[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    const received = {
      method: request.method,
      target: url.slice(new URL(url).origin.length),
      headers: request.headers,
      body: await request.clone().text(),
      signal: init.signal!,
    };
    requests.push(received);
    const own = await interfere(received);
    if (own) return own;
    const response = await mock.fetch(request);
    if (!alter || response.status !== 200) return response;
    const body = (await response.json()) as unknown;
    return Response.json(alter(received, body) ?? body);
  });
  return { mock, requests };
}

/** The checks with random requests, which take most of the time of a run. */
export const randomChecks: readonly string[] = ['*.random', '*.faults'];

/** What runs leave out that hold without random requests as well: nothing in `npm run check`, which sets `FC_RUNS`. */
export const rarelyChecked = process.env['FC_RUNS'] === undefined ? randomChecks : [];

/** Never responds, as `fetch` does to a server that accepts a connection and stays silent. */
export async function silence({ signal }: Received): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

/** Checks the served mock, and returns the exit code, and of each violation the check and what identifies it. */
export async function checkMock(options: Partial<CheckOptions> = {}) {
  const usual = { baseUrl, apiKey: checkerKey, seed: 5, rate: 10_000, waitInMs: 5000 };
  const run = await checkServer({ ...usual, ...options });
  const violations = run.results.flatMap(({ check: { id }, violations: some }) =>
    some.map(({ keyword, severity, pointer, decision }) =>
      [id, keyword, severity, pointer, decision].filter(Boolean).join(' '),
    ),
  );
  return { ...run, code: exitCodes[run.verdict.kind], violations };
}
