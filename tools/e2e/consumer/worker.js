import { consume } from './consumer.js';
import { useMock } from './mock.js';

export default {
  /** @type {(request: Request, env: { BASE_URL: string; API_KEY: string }) => Promise<Response>} */
  async fetch(_, env) {
    const consumed = await consume({
      baseUrl: env.BASE_URL,
      apiKey: env.API_KEY,
    });
    return Response.json({ ...consumed, mock: await useMock() });
  },
};
