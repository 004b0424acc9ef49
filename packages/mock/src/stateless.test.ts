import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { exampleOf } from './contract.ts';
import { createMock } from './index.ts';
import { ask, requests, successOf } from './testing/ask.ts';

// To start Prism takes half a second.
const mock = createMock({ stateless: true });

test.each(requests)('without state, %s gives the first example', async (id, method, path, body) => {
  const answer = await ask(mock, method, path, { body });
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: successOf(id),
    body: exampleOf(id, successOf(id)),
  });
  expect(answer.headers.get('Preference-Applied')).toBe(null);
  expect(mock.state('ada')).toMatchObject({ sandboxes: [], startTasks: [], conversations: [] });
});

/** Prints whether modules of Prism were loaded: before and after they are needed. */
const program = (href: string) => `
  import { registerHooks } from 'node:module';
  let loaded = 0;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (found.url.includes('/@stoplight/')) loaded += 1;
      return found;
    },
  });
  const { createMock } = await import(${JSON.stringify(href)});
  const { fetch } = createMock();
  const ask = (headers) =>
    fetch('http://mock/api/settings', { headers: { 'X-Session-API-Key': 'ada', ...headers } });
  const { status } = await ask({});
  const before = loaded;
  await ask({ Prefer: 'code=404' });
  console.log(JSON.stringify({ status, before, after: loaded > 0 }));
`;

test('Prism is not loaded before it is needed', async () => {
  const { href } = new URL('./index.ts', import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program(href),
  ]);
  expect(JSON.parse(stdout)).toEqual({ status: 200, before: 0, after: true });
});
