/** Faults of responses, for any `fetch`: `@agent-conversation/drift/responses`. */
export * from './faulty-fetch.ts';
export * from './message-faults.ts';
export { type ServerFault, serverFaults } from './server-faults.ts';
