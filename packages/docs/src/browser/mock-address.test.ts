import { expect, test } from 'vitest';
import { mockAddress, readAddress, setMockAddress, startCommand } from './mock-address.ts';

test.each([
  ['127.0.0.1:4010', '127.0.0.1:4010'],
  [' http://localhost:80/ ', 'localhost:80'],
  ['LOCALHOST:65535', 'localhost:65535'],
  ['', undefined],
  ['127.0.0.1', undefined],
  ['127.0.0.1:0', undefined],
  ['127.0.0.1:65536', undefined],
  ['127.0.0.1:4010/path', undefined],
  ['127.0.0.1:4010@evil.example', undefined],
  ['localhost.evil.example:80', undefined],
  ['user@localhost:80', undefined],
  ['https://localhost:80', undefined],
  ['127.0.0.1.:80', undefined],
  ['127.0.0.10:80', undefined],
  ['0.0.0.0:80', undefined],
])('reads %j as the address %j of this machine', (text, want) => {
  expect(readAddress(text)).toBe(want);
});

test('without storage an address holds for the page, and the command has its port', () => {
  expect(startCommand()).toBe('npx agent-conversation-mock --examples');
  setMockAddress('localhost:4011');
  expect(mockAddress()).toBe('localhost:4011');
  expect(startCommand()).toBe('npx agent-conversation-mock --examples --port 4011');
});
