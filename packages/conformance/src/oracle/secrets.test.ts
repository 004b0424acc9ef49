import { expect, test } from 'vitest';
import {
  plainExchange,
  plainKey,
  type Unusual,
} from '../testing/plain-exchange.ts';
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
      {
        name: 'x',
        command: 'y',
        env: { HUSH_NAME: [`${secret}-2`], N: 12_345_678 },
      },
    ],
  },
};

/** What is found of secrets, as `part pointer severity contract`. */
function leaks(
  line: string,
  status: number,
  body: unknown,
  unusual: Unusual = {},
): string[] {
  const { violations } = validateExchange(
    plainExchange(line, status, body, unusual),
  );
  const found = violations.filter(({ keyword }) => keyword === 'secret');
  expect(JSON.stringify(found)).not.toContain(secret);
  expect(
    found.every(
      ({ side, message }) => side === 'response' && messages.test(message),
    ),
  ).toBe(true);
  return found.map(({ part, pointer, severity, contract }) =>
    [
      part,
      pointer || '-',
      severity,
      contract.replace(/^#\/components\//, ''),
    ].join(' '),
  );
}

const messages = /^must not include (the key|a secret) of the request$/;
const scheme = 'securitySchemes/SessionApiKey';

const remote = 'schemas/MCPSSEServer/properties/api_key';
const local = 'schemas/MCPStdioServer/properties/env';
const sandbox = {
  id: 'sbx-1',
  created_by_user_id: null,
  sandbox_spec_id: 'a',
  status: 'RUNNING',
};

interface Row {
  readonly title: string;
  readonly line: string;
  readonly status: number;
  readonly body: unknown;
  readonly unusual?: Unusual;
  /** What is found; by default nothing. */
  readonly want?: readonly string[];
}

test.each<Row>([
  {
    title: 'the key as a property',
    line: get,
    status: 401,
    body: { error: plainKey },
    want: [`body /error error ${scheme}`],
  },
  {
    title: 'the key within a property, and in a list',
    line: 'GET /api/v1/sandboxes/search',
    status: 422,
    body: { detail: [{ loc: [plainKey], msg: `not ${plainKey}!`, type: '' }] },
    want: [
      `body /detail/0/msg error ${scheme}`,
      `body /detail/0/loc/0 error ${scheme}`,
    ],
  },
  {
    title: 'the key as the name of a property',
    line: get,
    status: 401,
    body: { ...error, [plainKey]: 1 },
    want: [`body /${plainKey} error ${scheme}`],
  },
  {
    title: 'the key escaped by JSON, percent-encoded',
    line: get,
    status: 401,
    body: String.raw`{"error":"\u006bey of \u00e9","more":"x?k=key%20of%20%C3%A9"}`,
    unusual: { key: 'key of \u00e9' },
    want: [`body /error error ${scheme}`, `body /more error ${scheme}`],
  },
  {
    title: 'the key in text',
    line: get,
    status: 401,
    body: `<p>${plainKey}</p>`,
    want: [`body - error ${scheme}`],
  },
  {
    title: 'the key in a header',
    line: get,
    status: 401,
    body: error,
    unusual: { responded: { 'Set-Cookie': `k=${plainKey}; Path=/` } },
    want: [`header /set-cookie error ${scheme}`],
  },
  {
    title: 'the key in a response that is not declared',
    line: get,
    status: 418,
    body: { deep: [{ it: plainKey }] },
    want: [`body /deep/0/it error ${scheme}`],
  },
  {
    title: 'the key where there is no operation',
    line: 'GET /nothing',
    status: 404,
    body: { path: plainKey },
    want: [`body /path error ${scheme}`],
  },
  {
    title: 'the key if it is short, as a whole',
    line: get,
    status: 401,
    body: { error: 'any' },
    unusual: { key: 'any' },
    want: [`body /error error ${scheme}`],
  },
  {
    title: 'a secret of the body in a body',
    line: create,
    status: 200,
    body: { ...made, message: secret },
    unusual: { sent: withSecrets },
    want: [`body /message error ${remote}`],
  },
  {
    title: 'a secret of the body in a header',
    line: create,
    status: 200,
    body: made,
    unusual: { sent: withSecrets, responded: { 'X-Echo': secret } },
    want: [`header /x-echo error ${remote}`],
  },
  {
    title: 'a secret of the body whichever of them it is',
    line: create,
    status: 200,
    body: { ...made, message: `${secret}-2` },
    unusual: { sent: withSecrets },
    want: [`body /message error ${remote}`, `body /message error ${local}`],
  },
  {
    title: 'nothing where the contract annotates the property',
    line: 'POST /api/v1/sandboxes',
    status: 200,
    body: { ...sandbox, session_api_key: plainKey },
  },
  {
    title: 'nothing within what it annotates',
    line: get,
    status: 200,
    body: {
      llm_api_key_set: true,
      secrets_store: { custom_secrets: { [plainKey]: [plainKey] } },
    },
  },
  {
    title: 'nothing of what the request says in the open',
    line: create,
    status: 400,
    body: { status: 'error', message: `Not ${plainKey}`, msg_id: '' },
    unusual: { sent: { title: `For ${plainKey}` } },
  },
  {
    title: 'nothing of what the address says',
    line: `POST /api/v1/sandboxes/of%2F${plainKey}/pause`,
    status: 404,
    body: { detail: `No sandbox of/${plainKey}` },
  },
  {
    title: 'nothing of a short key within a sentence',
    line: get,
    status: 401,
    body: { error: 'There are not any.' },
    unusual: { key: 'any' },
  },
  {
    title: 'nothing of the indexes of a list',
    line: get,
    status: 401,
    body: [error],
    unusual: { key: '0' },
  },
  {
    title: 'nothing of what is said in a body that is not JSON',
    line: create,
    status: 400,
    body: { status: '', message: plainKey, msg_id: '' },
    unusual: { sent: `{"${plainKey}` },
  },
  {
    title: 'nothing of an empty key',
    line: get,
    status: 401,
    body: { error: '' },
    unusual: { key: '' },
  },
  {
    title: 'nothing of names and numbers beside secrets',
    line: create,
    status: 200,
    body: { ...made, message: 'HUSH_NAME', n: 12_345_678 },
    unusual: { sent: withSecrets },
  },
  {
    title: 'nothing of a short value that the server may say on its own',
    line: create,
    status: 200,
    body: made,
    unusual: {
      sent: {
        mcp_config: {
          stdio_servers: [{ name: 'x', command: 'y', env: { MODE: 'ok' } }],
        },
      },
    },
  },
  {
    title: 'nothing of a body that is not JSON',
    line: create,
    status: 400,
    body: { status: '', message: secret, msg_id: '' },
    unusual: { sent: `{"${secret}` },
  },
])('finds $title', ({ line, status, body, unusual, want = [] }) => {
  expect(leaks(line, status, body, unusual)).toEqual(want);
});

test('finds the key however deep it is', () => {
  const depth = 50_000;
  const body = `${'['.repeat(depth)}"${plainKey}"${']'.repeat(depth)}`;
  expect(leaks(get, 404, body)).toEqual([
    `body ${'/0'.repeat(depth)} error ${scheme}`,
  ]);
});
