export type { MockState } from './behaviour/snapshot.ts';
export type { Exchange, Finding } from './exchange.ts';
export type { Breakage, Fault, FaultyRequest } from './faults/fault.ts';
export { formatExchange } from './format-exchange.ts';
export type { Listening, ListenOptions } from './http/serve.ts';
export { createMock } from './mock.ts';
export type { DeclaredBody, DeclaredStatus, Mock } from './mock.ts';
export type { MockOptions } from './options.ts';
export type { ClockKind } from './state/clock.ts';
