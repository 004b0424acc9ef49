/** Faults of responses, for any `fetch`: `@agent-conversation/drift/responses`. */
export { Contract, type ContractDocument } from './contract.ts';
export {
  faultyFetch,
  type FaultyFetch,
  type FaultyFetchOptions,
  serveFetch,
  type Served,
} from './faulty-fetch.ts';
export {
  breakResponse,
  type BrokenResponse,
  exampleResponses,
  type MessageFault,
  messageFaults,
} from './message-faults.ts';
export { type ServerFault, serverFaults } from './server-faults.ts';
