import { expect, test } from 'vitest';
import { createMock, type Fault } from './index.ts';
import { send } from './testing/ask.ts';

const make = (fault: Fault) => createMock({ clock: 'manual', faults: [fault] });
const start = (mock: ReturnType<typeof make>) => send(mock, 'POST', '/api/v1/sandboxes');
const made = (mock: ReturnType<typeof make>) => mock.state('ada').sandboxes.length;

test('a connection that is reset fails as fetch does, and nothing is carried out', async () => {
  const mock = make({ break: 'reset' });
  const error = await start(mock).catch((reason: unknown) => reason as TypeError);
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } });
  expect(made(mock)).toBe(0);
});

test('an answer that is cut off cannot be read to its end, and was carried out', async () => {
  const mock = make({ break: 'truncated' });
  const response = await start(mock);
  expect(response.status).toBe(200);
  const error = await response.text().catch((reason: unknown) => reason as TypeError);
  expect(error).toBeInstanceOf(TypeError);
  expect(error).toMatchObject({ message: 'terminated', cause: { code: 'UND_ERR_SOCKET' } });
  expect(made(mock)).toBe(1);
});

test('an answer that is malformed can be read, is not JSON, and was carried out', async () => {
  const mock = make({ break: 'malformed' });
  const response = await start(mock);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  const text = await response.text();
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(() => JSON.parse(`${text}}`) as unknown).not.toThrow();
  expect(made(mock)).toBe(1);
});

test.each<Fault>([
  { status: 503 },
  { status: 200 },
  { status: 503, break: 'truncated' },
  { status: 503, break: 'malformed' },
  { status: 503, break: 'reset' },
])('with %j, nothing is carried out', async (fault) => {
  const mock = make(fault);
  await start(mock).catch(() => undefined);
  expect(made(mock)).toBe(0);
});
