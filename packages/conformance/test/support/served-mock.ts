import {
  createMock,
  type Mock,
  type MockOptions,
} from '@agent-conversation/mock';
import { vi } from 'vitest';
import { checkServer } from '../../src/checker/check-server.ts';
import type { CheckOptions } from '../../src/checker/options.ts';
import { exitCodes } from '../../src/program/run-check.ts';
import { faultyFetch } from '../faults/faulty-fetch.ts';
import type { FaultyRequest, ServerFault } from '../faults/server-faults.ts';

/** Responds in place of the mock, or changes the request; undefined leaves it to the mock. */
export type Interfere = NonNullable<ServerFault['request']>;

/** The JSON of a successful response, changed; undefined leaves it as it is. */
export type Alter = (request: FaultyRequest, body: unknown) => unknown;

export interface ServedMock {
  readonly mock: Mock;
  readonly requests: readonly FaultyRequest[];
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
  const mock = createMock({
    startupTimeInMs: 0,
    clock: 'manual',
    seed: 'checker',
    ...options,
  });
  const requests: FaultyRequest[] = [];
  const fault: ServerFault = {
    request(request) {
      requests.push(request);
      return interfere(request);
    },
    response(request, { status, value }) {
      if (!alter || status !== 200) return undefined;
      return Response.json(alter(request, value) ?? value);
    },
  };
  vi.stubGlobal('fetch', faultyFetch(mock.fetch, fault));
  return { mock, requests };
}

/** The checks with random requests, which take most of the time of a run. */
export const randomChecks: readonly string[] = ['*.random', '*.faults'];

/** What runs leave out that hold without random requests as well: nothing in `npm run check`, which sets `FC_RUNS`. */
export const rarelyChecked =
  process.env['FC_RUNS'] === undefined ? randomChecks : [];

/** Checks the served mock, and returns the exit code, and of each violation the check and what identifies it. */
export async function checkMock(options: Partial<CheckOptions> = {}) {
  const usual = {
    baseUrl,
    apiKey: checkerKey,
    seed: 5,
    rate: 10_000,
    waitInMs: 5000,
  };
  const run = await checkServer({ ...usual, ...options });
  const violations = run.results.flatMap(
    ({ check: { id }, violations: some }) =>
      some.map(({ keyword, severity, pointer, decision }) =>
        [id, keyword, severity, pointer, decision].filter(Boolean).join(' '),
      ),
  );
  return { ...run, code: exitCodes[run.verdict.kind], violations };
}
