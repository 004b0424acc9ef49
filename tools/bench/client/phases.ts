import type { Middleware } from '@agent-conversation/client';
import { clientOf, clientOver } from '../../../packages/client/test/support/client.ts';
import {
  busy,
  json,
  silence,
  stall,
  success,
} from '../../../packages/client/test/support/replies.ts';
import { serve } from '../../../packages/client/test/support/server.ts';

/** A call that has begun, and is aborted in a certain phase. */
interface Begun {
  readonly call: PromiseLike<unknown>;
  /** What has been sent so far. */
  readonly requests: readonly unknown[];
  /** Is called when the call has ended. */
  readonly after?: () => void;
}

/** A phase of a call. */
export interface Phase {
  readonly phase: string;
  /** Begins a call that calls `abort` when it is in the phase. */
  readonly begin: (signal: AbortSignal, abort: () => void) => Promise<Begun>;
  /** How many requests are sent until then. */
  readonly arrived: number;
  /** How long to look whether another one comes, in milliseconds. */
  readonly late?: number;
}

/** A call that was not ended would last for ever. */
const noLimit = { timeoutInMs: Infinity, attemptTimeoutInMs: Infinity };
const month = 2_000_000_000;

/** The phases in which a call may be aborted. */
export const phases: readonly Phase[] = [
  {
    phase: 'before it begins',
    arrived: 0,
    async begin(signal, abort) {
      const { baseUrl, requests } = await serve(success);
      abort();
      return { call: clientOf({ baseUrl }).settings.get({ signal }), requests };
    },
  },
  {
    phase: 'while it connects, by a fetch that heeds no signal',
    arrived: 1,
    async begin(signal, abort) {
      const requests: string[] = [];
      const client = clientOver((url) => {
        requests.push(url);
        setImmediate(abort);
        return new Promise(() => {});
      }, noLimit);
      return { call: client.settings.get({ signal }), requests };
    },
  },
  {
    phase: 'while no answer comes',
    arrived: 1,
    async begin(signal, abort) {
      const { baseUrl, requests } = await serve((...args) => {
        silence(...args);
        abort();
      }, success);
      return { call: clientOf({ baseUrl }, noLimit).settings.get({ signal }), requests };
    },
  },
  {
    phase: 'in the body of the answer',
    arrived: 1,
    async begin(signal, abort) {
      const { baseUrl, requests } = await serve(stall, success);
      const fetchAndAbort = async (...args: Parameters<typeof fetch>) => {
        const response = await fetch(...args);
        setImmediate(abort);
        return response;
      };
      const client = clientOf({ baseUrl }, { ...noLimit, fetch: fetchAndAbort });
      return { call: client.settings.get({ signal }), requests };
    },
  },
  {
    phase: 'in the pause before a retry',
    arrived: 1,
    late: 1200,
    async begin(signal, abort) {
      const { baseUrl, requests } = await serve(busy(1), success);
      const client = clientOf({ baseUrl }, { ...noLimit, log: () => setTimeout(abort, 10) });
      return { call: client.settings.get({ signal }), requests };
    },
  },
  {
    phase: 'between two pages',
    arrived: 1,
    async begin(signal, abort) {
      const { baseUrl, requests } = await serve(json({ items: [], next_page_id: 'p-2' }), silence);
      const walk = async () => {
        for await (const _ of clientOf({ baseUrl }, noLimit)
          .sandboxes.search({}, { signal })
          .byPage()) {
          abort();
        }
      };
      return { call: walk(), requests };
    },
  },
  {
    phase: 'in the pause of a wait',
    arrived: 1,
    async begin(signal, abort) {
      const { baseUrl, requests } = await serve(
        json({ items: [{ id: 'sbx-1', status: 'STARTING' }] }),
      );
      const call = clientOf({ baseUrl }).sandboxes.waitUntil('sbx-1', 'RUNNING', {
        signal,
        timeoutInMs: Infinity,
        pollIntervalInMs: month,
        onProgress: () => setTimeout(abort, 10),
      });
      return { call, requests };
    },
  },
  {
    phase: 'in the look of a wait',
    arrived: 1,
    async begin(signal, abort) {
      const { baseUrl, requests } = await serve((...args) => {
        silence(...args);
        abort();
      });
      const client = clientOf({ baseUrl }, noLimit);
      const call = client.sandboxes.waitUntil('sbx-1', 'RUNNING', {
        signal,
        timeoutInMs: Infinity,
      });
      return { call, requests };
    },
  },
  {
    phase: 'in a middleware that heeds no signal',
    arrived: 0,
    async begin(signal, abort) {
      const requests: string[] = [];
      const fetch = async (url: string) => {
        requests.push(url);
        return Response.json({});
      };
      let goOn = () => {};
      const middleware: Middleware = async (request, next) => {
        setImmediate(abort);
        await new Promise<void>((resolve) => (goOn = resolve));
        return next(request);
      };
      const client = clientOver(fetch, { ...noLimit, middleware: [middleware] });
      return { call: client.settings.get({ signal }), requests, after: () => goOn() };
    },
  },
];
