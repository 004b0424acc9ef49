export { createMock } from './mock.ts';
export type { Listening, ListenOptions, Mock, MockOptions } from './mock.ts';
export type { Exchange } from './request-line.ts';
