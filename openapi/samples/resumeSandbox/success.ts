import { createClient } from '@agent-conversation/client';

const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'any' });

const { success } = await client.sandboxes.resume('sbx-9wd3p6ha');
console.log(success ? 'It is being resumed.' : 'It cannot be resumed.');
