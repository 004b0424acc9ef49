export { connect } from './transport/connection.ts';
export * from './generated/functions.ts';
export type { Call, ResponseInfo, WithResponse } from './calls/call.ts';
export type { Connection } from './transport/connection.ts';
export type * from './generated/inputs.ts';
export type { LogEntry } from './transport/log.ts';
export type { Answer, Middleware, Next, OutgoingRequest } from './transport/middleware.ts';
export type { CallOptions, ClientOptions, SharedOptions } from './transport/options.ts';
export type { UnexpectedResult } from './calls/result.ts';
