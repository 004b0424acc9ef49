/** Uses new operations as a reader of the READMEs does, and prints what comes of it. */
export const program = `import { createClient } from '@agent-conversation/client';
import { judgeExchange } from '@agent-conversation/conformance';
import { createMock } from '@agent-conversation/mock';
import type { EventPage } from '@agent-conversation/types';
import { updateAppConversation } from '@agent-conversation/validators';

const mock = createMock({ clock: 'manual' });
const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });

const before = JSON.stringify(mock.state('any'));
const { success } = await client.sandboxes.delete('sbx-4kq7m2xw');
const { status } = await client.sandboxes.get('sbx-4kq7m2xw');
const unknown = await client.sandboxes.get('sbx-of-nobody').catch((error: Error) => error.name);
const page: EventPage = await client.events.search({ limit: 5 });
const events: string[] = [];
for await (const event of client.events.search()) events.push(event.id);
const wrong = await client.events.search({ limit: 500 }).catch((error: Error) => error.name);
const spec = await client.sandboxSpecs.create({ id: 'small' });
mock.fail('deleteSandbox', 404, undefined, 1);
const failing = await client.sandboxes.delete('sbx-4kq7m2xw').catch((error: Error) => error.name);
const isUntouched = JSON.stringify(mock.state('any')) === before;

const sent = new Headers({ 'X-Session-API-Key': 'any' });
const headers = new Headers({ 'Content-Type': 'application/json' });
const { operation, findings } = judgeExchange({
  request: { method: 'DELETE', url: 'http://mock/api/v1/sandboxes/a', headers: sent, body: undefined },
  answer: { status: 200, headers, body: '{"success":5}' },
});
const { valid } = updateAppConversation.validateRequest({ path: {}, body: {} });
console.log(
  JSON.stringify({
    ...{ success, status, unknown, page: page.items.length, events, wrong, spec: spec.id },
    ...{ failing, isUntouched, operation, places: findings.map((it) => it.pointer), valid },
  }),
);
`;
