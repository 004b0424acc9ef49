import type { Handlers } from '../handlers/index.ts';
import { assembleMock } from '../mock.ts';
import type { Exchange } from '../log.ts';

/** Creates a mock that has only the given handlers, and records its log and how often it saves its state. */
export function makeWith(handlers: Handlers) {
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange) => exchanges.push(exchange);
  let saves = 0;
  const storage = { saved: undefined, save: async () => void (saves += 1) };
  const { mock } = assembleMock({ clock: 'manual', onExchange }, storage, handlers);
  return { ...mock, exchanges, saves: () => saves };
}
