export { createClient } from './client.ts';
export type { Client, ClientOptions } from './client.ts';
