import { consume } from './consumer.js';

export default {
  /** @type {(request: Request, env: { BASE_URL: string; API_KEY: string }) => Promise<Response>} */
  fetch: async (_, env) =>
    Response.json(await consume({ baseUrl: env.BASE_URL, apiKey: env.API_KEY })),
};
