import { operations } from '@agent-conversation/validators';
import { expect, test } from 'vitest';
import { createMock, type Fault } from './index.ts';
import { ask } from './testing/ask.ts';

const all = Object.keys(operations);

/** The message without the list of what there is, whose order does not matter. */
const wrong: readonly [fault: unknown, message: string][] = [
  [null, 'A fault is an object'],
  ['reset', 'A fault is an object'],
  [{}, 'A fault needs a status, a delayInMs or a break'],
  [{ operation: 'startSandbox', times: 2 }, 'A fault needs a status, a delayInMs or a break'],
  [
    { code: 503 },
    "A fault has no property 'code', but operation, key, when, times, delayInMs, status, body, headers, break",
  ],
  [{ status: 503, key: 5 }, 'A key is a text'],
  [{ status: 503, when: 'always' }, 'when is a function'],
  [{ status: 503, times: 0 }, 'times is 1 or more, not 0'],
  [{ status: 503, times: -1 }, 'times is 1 or more, not -1'],
  [{ status: 503, times: 1.5 }, 'times is 1 or more, not 1.5'],
  [{ status: 503, times: Number.NaN }, 'times is 1 or more, not NaN'],
  [{ status: 503, times: '2' }, 'times is 1 or more, not 2'],
  [{ delayInMs: -1 }, 'A delay is 0 to 2147483647 milliseconds, not -1'],
  [{ delayInMs: Infinity }, 'A delay is 0 to 2147483647 milliseconds, not Infinity'],
  [{ delayInMs: 2 ** 31 }, 'A delay is 0 to 2147483647 milliseconds, not 2147483648'],
  [{ delayInMs: '5' }, 'A delay is 0 to 2147483647 milliseconds, not 5'],
  [{ break: 'melted' }, "break is reset, truncated, malformed, not 'melted'"],
  [{ break: 'toString' }, "break is reset, truncated, malformed, not 'toString'"],
  [{ delayInMs: 1, body: {} }, 'body needs a status'],
  [{ break: 'reset', headers: {} }, 'headers need a status'],
  [{ status: 199 }, 'A status is 200 to 599, not 199'],
  [{ status: 600 }, 'A status is 200 to 599, not 600'],
  [{ status: 404.5 }, 'A status is 200 to 599, not 404.5'],
  [{ status: '404' }, 'A status is 200 to 599, not 404'],
  [{ status: 503, headers: 'Retry-After: 2' }, 'headers are names with values'],
  [{ status: 503, headers: ['Retry-After'] }, 'headers are names with values'],
  [
    { status: 503, headers: { 'Retry-After': 2 } },
    'The header Retry-After has no text as its value',
  ],
  [
    { status: 503, headers: { 'Retry After': '2' } },
    "headers cannot have 'Retry After' with this value",
  ],
  [{ status: 503, headers: { A: 'b\r\nc: d' } }, "headers cannot have 'A' with this value"],
  [
    { operation: 'pauseSandbox', status: 404, body: { error: 'x' } },
    'The body breaks pauseSandbox 404 at /detail: is missing',
  ],
  [
    { operation: 'pauseSandbox', status: 200, body: { success: 'yes' } },
    'The body breaks pauseSandbox 200 at /success: must be a boolean',
  ],
  [
    { operation: 'pauseSandbox', status: 200, body: { success: true, more: 1 } },
    'The body breaks pauseSandbox 200 at /more: is not listed in the contract',
  ],
  [
    { operation: 'pauseSandbox', status: 200, body: null },
    'The body breaks pauseSandbox 200 at its root: must be an object',
  ],
];

test.each(wrong)('the fault %j is refused, whether it is added or an option', (fault, message) => {
  const error = new TypeError(message);
  const mock = createMock();
  expect(() => mock.fault(fault as Fault)).toThrow(error);
  expect(() => createMock({ faults: [{ status: 503 }, fault as Fault] })).toThrow(error);
});

test.each(['unknown', 'toString', ''])(
  'the operation %j is unknown; all others are reported',
  (name) => {
    let message = '';
    try {
      createMock().fault({ operation: name as 'getSettings', status: 503 });
    } catch (error) {
      ({ message } = error as TypeError);
    }
    const [start, list] = message.split("', but ");
    expect(start).toBe(`There is no operation '${name}`);
    expect(list?.split(', ').toSorted()).toEqual(all.toSorted());
  },
);

test('failing takes what the contract declares, and says so to the compiler, too', async () => {
  const mock = createMock();
  expect(() =>
    // @ts-expect-error 418 is not declared
    mock.fail('pauseSandbox', 418),
  ).toThrow(new TypeError('pauseSandbox declares 200, 401, 404, 429, not 418'));
  expect(() =>
    // @ts-expect-error 422 is declared for others
    mock.fail('pauseSandbox', 422),
  ).toThrow(new TypeError('pauseSandbox declares 200, 401, 404, 429, not 422'));
  expect(() =>
    // @ts-expect-error the body has another member
    mock.fail('pauseSandbox', 404, { error: 'x' }),
  ).toThrow(new TypeError('The body breaks pauseSandbox 404 at /detail: is missing'));
  expect(() =>
    // @ts-expect-error the body is that of another status
    mock.fail('getSettings', 404, { llm_api_key_set: true }),
  ).toThrow(new TypeError('The body breaks getSettings 404 at /error: is missing'));
  expect(() =>
    // @ts-expect-error there is no such operation
    mock.fail('stopSandbox', 404),
  ).toThrow(/^There is no operation 'stopSandbox', but /);
  expect(() => mock.fail('pauseSandbox', 404, undefined, 0)).toThrow(TypeError);

  mock.fail('pauseSandbox', 404, { detail: 'Gone' }, 1);
  mock.fail('pauseSandbox', 200, { success: false });
  const pause = async () => (await ask(mock, 'POST', '/api/v1/sandboxes/a/pause')).body;
  expect([await pause(), await pause(), await pause()]).toEqual([
    { detail: 'Gone' },
    { success: false },
    { success: false },
  ]);
});
