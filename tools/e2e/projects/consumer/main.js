/** The consumer as a program of Node, Deno or Bun. */
import { createClient } from '@agent-conversation/client';
import { consume } from './consumer.js';

// Without arguments, the environment tells where the service is.
const [baseUrl, apiKey] = process.argv.slice(2);
const client = baseUrl === undefined ? createClient() : createClient({ baseUrl, apiKey });
console.log(JSON.stringify(await consume(client)));
