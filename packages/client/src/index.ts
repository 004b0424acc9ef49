// One package is enough for everything: the types and lists of values come along.
export * from '@agent-conversation/types';

export { createClient } from './client.ts';
export { known, redact } from './values.ts';
export type { AppConversations } from './app-conversations.ts';
export type { Client } from './client.ts';
export type { Sandboxes } from './sandboxes.ts';
export type { Call, Pages, WithResponse } from './calls.ts';
export * from './errors.ts';
export type * from './generated/inputs.ts';
export type * from './generated/resources.ts';
export type { Connection, ResponseInfo } from './transport/connection.ts';
export type * from './transport/options.ts';
export type { WaitOptions, WaitProgress } from './poll.ts';
