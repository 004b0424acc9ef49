import { expect, test } from 'vitest';
import { createMock } from './index.ts';
import { ask, requests } from './testing/ask.ts';

const mock = createMock({ clock: 'manual' });
/** Each path of the contract, with what the header Allow must name. */
const paths = [...new Set(requests.map(([, , path]) => path))].map((path) => {
  const methods = requests.filter((it) => it[2] === path).map(([, method]) => method);
  return [path, [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')];
}) as [path: string, allow: string][];

test.each(paths)('%s takes %s, and refuses other methods', async (path, allow) => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
  for (const method of methods.filter((it) => !allow.split(', ').includes(it))) {
    const { status, headers, body } = await ask(mock, method, path, { key: null });
    expect({ status, allow: headers.get('Allow') }).toEqual({ status: 405, allow });
    const member = path.startsWith('/api/v1/') ? 'detail' : 'error';
    const reason = { [member]: `${method} is not a method of this path, but ${allow}` };
    expect(body).toEqual(method === 'HEAD' ? undefined : reason);
  }
});

test.each(paths)('OPTIONS of %s tells %s, without a key', async (path, allow) => {
  for (const headers of [{}, { Origin: 'https://app.acme.example' }]) {
    const answer = await ask(mock, 'OPTIONS', path, { key: null, headers });
    expect({ status: answer.status, allow: answer.headers.get('Allow') }).toEqual({
      status: 204,
      allow,
    });
    expect(answer.text).toBe('');
  }
});

test.each(requests.filter(([, method]) => method === 'GET'))(
  'HEAD of %s answers as %s does, without a body',
  async (_, method, path) => {
    const [get, head] = [await ask(mock, method, path), await ask(mock, 'HEAD', path)];
    expect(head.status).toBe(200);
    expect([...head.headers]).toEqual([...get.headers]);
    expect(head.text).toBe('');
  },
);

test.each([
  ['/nowhere', 404],
  ['/api/settings', 401],
])('HEAD of %s without a key is refused with %j', async (path, status) => {
  const answer = await ask(mock, 'HEAD', path, { key: null });
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text: '' });
});

test.each([
  [undefined, 200],
  ['*/*', 200],
  ['application/json', 200],
  ['application/*', 200],
  ['APPLICATION/JSON', 200],
  ['text/html, application/json;q=0.1', 200],
  ['text/html, */*;q=0.01', 200],
  ['application/json; charset=utf-8', 200],
  ['application/json;q=1.0', 200],
  ['text/html', 406],
  ['text/*', 406],
  ['application/problem+json', 406],
  ['application/json;q=0', 406],
  ['*/*;q=0', 406],
  ['*/*, application/json;q=0', 406],
  ['application/json;q=0, application/*', 406],
])('who accepts %j gets %j', async (accept, status) => {
  const headers = accept === undefined ? {} : { Accept: accept };
  for (const [path, member] of [
    ['/api/settings', 'error'],
    ['/api/v1/sandboxes/search', 'detail'],
  ] as const) {
    const answer = await ask(mock, 'GET', path, { headers });
    expect(answer.status).toBe(status);
    const refusal = `{"${member}":"There is no other form than application/json"}`;
    expect(answer.text === refusal).toBe(status === 406);
  }
});
