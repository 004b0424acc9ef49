export type { EditionName } from './editions/editions.ts';
export type { MockState } from './handlers/index.ts';
export { exampleOnly } from './handlers/index.ts';
export { formatExchange } from './log.ts';
export { createMock } from './mock.ts';
export type { DeclaredBody, DeclaredStatus, Mock } from './mock.ts';
export type { MockOptions, Scenario, UnauthorizedForm } from './options.ts';
export type { ClockKind, SavedState } from './state/store.ts';
export type {
  Breakage,
  Exchange,
  ExchangeViolation,
  Fault,
  FaultyRequest,
  HttpArchive,
  Listening,
  ListenOptions,
  MockData,
} from './types.ts';
