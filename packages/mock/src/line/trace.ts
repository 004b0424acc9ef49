import type { OperationId } from '@agent-conversation/validators';
import type { Finding } from '../exchange.ts';
import type { Account } from '../state/account.ts';

/** What is noted of a request on its way through the line. */
export interface Trace {
  operation: OperationId | undefined;
  /** Whose request it is, as soon as there is a key. */
  account: Account | undefined;
  findings: readonly Finding[];
  fault: string | undefined;
}

export function createTrace(): Trace {
  return { operation: undefined, account: undefined, findings: [], fault: undefined };
}
