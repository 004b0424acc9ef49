import { expect, test } from 'vitest';
import { plainExchange, plainKey, type Unusual } from '../testing/plain-exchange.ts';
import { validateExchange } from './validate-exchange.ts';

const secret = 'hush-1b7d0f2e';
const error = { error: 'No.' };
const made = { status: 'ok', conversation_id: 'c-1' };
const get = 'GET /api/settings';
const create = 'POST /api/conversations';
const withSecrets = {
  title: 'Fix it',
  mcp_config: {
    sse_servers: [{ url: 'http://127.0.0.1/', api_key: secret }],
    stdio_servers: [
      { name: 'x', command: 'y', env: { HUSH_NAME: [`${secret}-2`], N: 12_345_678 } },
    ],
  },
};

/** What is found of secrets, as `part pointer severity contract`. */
function leaks(line: string, status: number, body: unknown, unusual: Unusual = {}): string[] {
  const { violations } = validateExchange(plainExchange(line, status, body, unusual));
  const found = violations.filter(({ keyword }) => keyword === 'secret');
  expect(JSON.stringify(found)).not.toContain(secret);
  expect(found.every(({ side, message }) => side === 'response' && messages.test(message))).toBe(
    true,
  );
  return found.map(({ part, pointer, severity, contract }) =>
    [part, pointer || '-', severity, contract.replace(/^#\/components\//, '')].join(' '),
  );
}

const messages = /^must not include (the key|a secret) of the request$/;
const scheme = 'securitySchemes/SessionApiKey';

const remote = 'schemas/MCPSSEServer/properties/api_key';
const local = 'schemas/MCPStdioServer/properties/env';
const sandbox = { id: 'sbx-1', created_by_user_id: null, sandbox_spec_id: 'a', status: 'RUNNING' };

// prettier-ignore
test.each<[title: string, ...Parameters<typeof leaks>, want: string[]]>([
  ['the key as a property', get, 401, { error: plainKey }, {}, [`body /error error ${scheme}`]],
  ['the key within a property, and in a list', 'GET /api/v1/sandboxes/search', 422, { detail: [{ loc: [plainKey], msg: `not ${plainKey}!`, type: '' }] }, {}, [`body /detail/0/msg error ${scheme}`, `body /detail/0/loc/0 error ${scheme}`]],
  ['the key as the name of a property', get, 401, { ...error, [plainKey]: 1 }, {}, [`body /${plainKey} error ${scheme}`]],
  ['the key escaped by JSON, percent-encoded', get, 401, String.raw`{"error":"\u006bey of \u00e9","more":"x?k=key%20of%20%C3%A9"}`, { key: 'key of \u00e9' }, [`body /error error ${scheme}`, `body /more error ${scheme}`]],
  ['the key in text', get, 401, `<p>${plainKey}</p>`, {}, [`body - error ${scheme}`]],
  ['the key in a header', get, 401, error, { responded: { 'Set-Cookie': `k=${plainKey}; Path=/` } }, [`header /set-cookie error ${scheme}`]],
  ['the key in a response that is not declared', get, 418, { deep: [{ it: plainKey }] }, {}, [`body /deep/0/it error ${scheme}`]],
  ['the key where there is no operation', 'GET /nothing', 404, { path: plainKey }, {}, [`body /path error ${scheme}`]],
  ['the key if it is short, as a whole', get, 401, { error: 'any' }, { key: 'any' }, [`body /error error ${scheme}`]],
  ['a secret of the body in a body', create, 200, { ...made, message: secret }, { sent: withSecrets }, [`body /message error ${remote}`]],
  ['a secret of the body in a header', create, 200, made, { sent: withSecrets, responded: { 'X-Echo': secret } }, [`header /x-echo error ${remote}`]],
  ['a secret of the body whichever of them it is', create, 200, { ...made, message: `${secret}-2` }, { sent: withSecrets }, [`body /message error ${remote}`, `body /message error ${local}`]],
  ['nothing where the contract annotates the property', 'POST /api/v1/sandboxes', 200, { ...sandbox, session_api_key: plainKey }, {}, []],
  ['nothing within what it annotates', get, 200, { llm_api_key_set: true, secrets_store: { custom_secrets: { [plainKey]: [plainKey] } } }, {}, []],
  ['nothing of what the request says in the open', create, 400, { status: 'error', message: `Not ${plainKey}`, msg_id: '' }, { sent: { title: `For ${plainKey}` } }, []],
  ['nothing of what the address says', `POST /api/v1/sandboxes/of%2F${plainKey}/pause`, 404, { detail: `No sandbox of/${plainKey}` }, {}, []],
  ['nothing of a short key within a sentence', get, 401, { error: 'There are not any.' }, { key: 'any' }, []],
  ['nothing of the indexes of a list', get, 401, [error], { key: '0' }, []],
  ['nothing of what is said in a body that is not JSON', create, 400, { status: '', message: plainKey, msg_id: '' }, { sent: `{"${plainKey}` }, []],
  ['nothing of an empty key', get, 401, { error: '' }, { key: '' }, []],
  ['nothing of names and numbers beside secrets', create, 200, { ...made, message: 'HUSH_NAME', n: 12_345_678 }, { sent: withSecrets }, []],
  ['nothing of a short value that the server may say on its own', create, 200, made, { sent: { mcp_config: { stdio_servers: [{ name: 'x', command: 'y', env: { MODE: 'ok' } }] } } }, []],
  ['nothing of a body that is not JSON', create, 400, { status: '', message: secret, msg_id: '' }, { sent: `{"${secret}` }, []],
])('finds %s', (_, line, status, body, unusual, want) => {
  expect(leaks(line, status, body, unusual)).toEqual(want);
});

test('finds the key however deep it is', () => {
  const depth = 50_000;
  const body = `${'['.repeat(depth)}"${plainKey}"${']'.repeat(depth)}`;
  expect(leaks(get, 404, body)).toEqual([`body ${'/0'.repeat(depth)} error ${scheme}`]);
});
