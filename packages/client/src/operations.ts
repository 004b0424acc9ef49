export { connect } from './connection.ts';
export * from './generated/functions.ts';
export type { Call, ResponseInfo, WithResponse } from './call.ts';
export type { Connection } from './connection.ts';
export type * from './generated/inputs.ts';
export type { LogEntry } from './log.ts';
export type { Answer, Middleware, Next, OutgoingRequest } from './middleware.ts';
export type { CallOptions, ClientOptions, SharedOptions } from './options.ts';
export type { UnexpectedResult } from './result.ts';
