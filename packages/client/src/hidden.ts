import type { Connection } from './exchange.ts';
import type { ErrorContext } from './operation.ts';
import type { Config } from './transport/config.ts';

/** What belongs to an error, or to a connection by what it sends with. No log can show it, as it is not in these. */
export const hidden = new WeakMap<object, unknown>() as unknown as Hidden;

interface Hidden {
  get(error: Error): ErrorContext;
  get(send: Connection['send']): Config | undefined;
  set(error: Error, context: ErrorContext): void;
  set(send: Connection['send'], config: Config): void;
}
