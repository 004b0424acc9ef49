export { answerFaults, breakAnswer, whyNowhere } from './answer-faults/answer-faults.ts';
export type { AnswerFault, BrokenAnswer, Expected } from './answer-faults/fault.ts';
export { type AnswerExample, answerExamples, type ValidAnswer } from './contract/examples.ts';
export type { Elsewhere, StrayRequest } from './proxy/elsewhere.ts';
export {
  type FaultyServer,
  type FaultyServerOptions,
  startFaultyServer,
} from './proxy/start-faulty-server.ts';
export { drip, latency } from './server-faults/connections.ts';
export type { ServerFault } from './server-faults/fault.ts';
export { serverFaults } from './server-faults/server-faults.ts';
