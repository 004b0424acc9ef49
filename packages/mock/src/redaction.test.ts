import { createRedactor } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { createSecrets, redactBody, redactTarget } from './redaction.ts';

const secretsTo = (count: number) =>
  Array.from({ length: count }, (_, index) => `secret-number-${index}.`);

test('a new secret prepares no more than a hundred again, and a thousand are found', () => {
  const sizes: number[] = [];
  const { add, redact } = createSecrets((secrets) => {
    const all = [...secrets];
    sizes.push(all.length);
    return createRedactor(all);
  });
  const secrets = secretsTo(1000);
  for (const secret of secrets) {
    add([secret]);
    redact('');
  }
  expect(sizes).toHaveLength(1000);
  expect(Math.max(...sizes)).toBe(100);
  add(secrets);
  expect(sizes).toHaveLength(1000);
  expect(secrets.map((secret) => redact(`with ${secret}`))).toEqual(
    secrets.map(() => 'with [redacted]'),
  );
});

test('the oldest secrets make place for new ones', () => {
  const { add, redact } = createSecrets();
  const secrets = secretsTo(1500);
  add(secrets);
  expect(redact(secrets[0]!)).toBe(secrets[0]);
  expect(new Set(secrets.slice(-1000).map(redact))).toEqual(
    new Set(['[redacted]']),
  );
});

test('nothing is left of a secret that contains an older one', () => {
  const { add, redact } = createSecrets();
  add(secretsTo(100));
  add(['before-secret-number-5.-behind']);
  expect(redact('a before-secret-number-5.-behind')).toBe('[redacted]');
});

test.each([
  { url: 'http://svc.example/a?b=c', clean: 'http://svc.example/a?b=c' },
  {
    url: 'http://svc.example/SECRET-1.A/b?c=d',
    clean: 'http://svc.example/[redacted]/b?c=d',
  },
  {
    url: 'http://svc.example/a?b=SECRET-1.A',
    clean: 'http://svc.example/a?b=[redacted]',
  },
  {
    url: 'http://svc.example/SECRET/2&B?c=d',
    clean: 'http://svc.example/[redacted]',
  },
  { url: 'http://SECRET-1.A.example/b?c=d', clean: 'http://redacted/b?c=d' },
])('$url is recorded as $clean', ({ url, clean }) => {
  const redact = createRedactor(['SECRET-1.A', 'SECRET/2&B']);
  expect(redactTarget(url, redact)).toBe(clean);
  expect(URL.canParse(clean)).toBe(true);
});

test('a body that is nested too deep to be read is left out', () => {
  const depth = 200_000;
  expect(redactBody('['.repeat(depth) + ']'.repeat(depth))).toBe(
    '[nested too deep]',
  );
});

test.each([
  '{"a":1,"a":1}',
  String.raw`{"a\"":{},"a\"":":"}`,
  '[{"b":[{"a":"x","\\u0061":"x"}]}]',
])('of %s, the last property of a name is left', (text) =>
  expect(redactBody(text)).toBe(JSON.stringify(JSON.parse(text))),
);

test.each([
  '{ "a:b": ":", "c": {"a:b": 1.0} }',
  String.raw`{ "\"": "\\" , "b": "a\":" }`,
])('%s keeps its text', (text) => expect(redactBody(text)).toBe(text));
