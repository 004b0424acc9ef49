export { connect, type Connection } from './transport/connection.ts';
export * from './generated/functions.ts';
export type { Call, ResponseInfo, UnexpectedResult, WithResponse } from './calls.ts';
export type * from './generated/inputs.ts';
export type { LogEntry } from './transport/send.ts';
export type { Answer, Middleware, Next, OutgoingRequest } from './transport/request.ts';
export type { CallOptions, ClientOptions, SharedOptions } from './transport/options.ts';
