import { editions } from '../behaviour/editions.ts';
import type { Exchange } from '../exchange.ts';
import { Faults } from '../faults/faults.ts';
import { createFetch } from '../http/fetch.ts';
import { createHandler } from '../line/handler.ts';
import { answer, type Equipment } from '../line/request-line.ts';
import { readSandboxSpecs, readSettings } from '../options.ts';
import { Accounts } from '../state/accounts.ts';
import { createClock } from '../state/clock.ts';

/** A mock whose operations have no behaviours but the given ones. */
export function makeWith(behaviours: Equipment['behaviours']) {
  const clock = createClock('manual');
  const [settings, sandboxSpecs] = [readSettings(), readSandboxSpecs()];
  const saved: boolean[] = [];
  const accounts = new Accounts(clock, 'any');
  const faults = new Faults();
  const equipment = {
    accounts,
    faults,
    world: (account) => ({
      account,
      settings,
      sandboxSpecs,
      startupTime: 0,
      edition: editions.documented,
    }),
    behaviours,
    edition: editions.documented,
    stateless: false,
    strict: false,
    rateLimit: Infinity,
    unauthorizedBody: { detail: 'Unauthorized' },
    prism: async () => Promise.reject(new Error('Nobody asked for it')),
    save: async (changed) => void saved.push(changed),
  } satisfies Equipment;
  const exchanges: Exchange[] = [];
  const handler = createHandler((call, trace) => answer(call, equipment, trace), {
    clock,
    latency: 0,
    defaultKey: undefined,
    allowHosts: [],
    allowOrigins: undefined,
    control: undefined,
    record: undefined,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  return { fetch: createFetch(handler), exchanges, accounts, faults, saved };
}
