import { expect, test } from 'vitest';
import { createMock } from './mock.ts';

const headers = { 'X-Session-API-Key': 'any' };

test('another mock continues with what was made, and with the time', async () => {
  const first = createMock({ seed: 'a', clock: 'manual', examples: true });
  const start = (mock: typeof first) =>
    mock.fetch('http://mock/api/v1/sandboxes', { method: 'POST', headers });
  await start(first);
  first.advance(5000);
  const saved = first.save();

  const second = createMock({ seed: 'a', clock: 'manual', examples: true, saved });
  expect(second.state('any')).toEqual(first.state('any'));
  expect(JSON.stringify(saved)).not.toContain('any"');
  // What happens later does not change what was saved.
  const before = JSON.stringify(saved);
  await start(first);
  await start(second);
  expect(JSON.stringify(saved)).toBe(before);
  expect(second.state('any')).toEqual(first.state('any'));
});

test('rejects what was saved with another seed, or without examples', () => {
  const saved = createMock({ seed: 'a' }).save();
  expect(() => createMock({ seed: 'b', saved })).toThrow("seed 'a', not 'b'");
  expect(() => createMock({ seed: 'a', examples: true, saved })).toThrow('without examples');
  expect(() => createMock({ proxy: 'http://localhost:1', saved })).toThrow(
    'proxy cannot be combined with saved',
  );
});
