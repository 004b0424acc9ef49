/** The consumer as a worker of Cloudflare. */
import { createClient } from '@agent-conversation/client';
import { env } from 'cloudflare:workers';
import { consume } from './consumer.js';

const client = createClient({ baseUrl: env.BASE_URL, apiKey: env.API_KEY });

export default { fetch: async () => Response.json(await consume(client)) };
