/**
 * Makes a client from the environment, and prints what it sends: its address and its key. Its options are the
 * argument, as JSON.
 */
import { createClient } from '@agent-conversation/client';

const sent: object[] = [];
try {
  const client = createClient({
    ...(JSON.parse(process.argv[2]!) as object),
    fetch: async (url, { headers }) => {
      sent.push({ url, headers });
      return Response.json({});
    },
  });
  await client.settings.get();
  console.log(JSON.stringify(sent));
} catch (error) {
  console.log(JSON.stringify(String(error)));
}
