import { expect, test } from 'vitest';
import { mockAddress, readAddress, setMockAddress, startCommand } from './mock-address.ts';

test.each([
  ['127.0.0.1:4010', '127.0.0.1:4010'],
  [' http://localhost:80/ ', 'localhost:80'],
  ['LOCALHOST:65535', 'localhost:65535'],
])('%j is an address of this machine', (text, want) => {
  expect(readAddress(text)).toBe(want);
});

test.each([
  '',
  '127.0.0.1',
  '127.0.0.1:0',
  '127.0.0.1:65536',
  '127.0.0.1:4010/path',
  '127.0.0.1:4010@evil.example',
  'localhost.evil.example:80',
  'user@localhost:80',
  'evil.example:80',
  'https://localhost:80',
  '127.0.0.1.:80',
  '127.0.0.10:80',
  '192.168.0.1:80',
  '0.0.0.0:80',
])('rejects %j', (text) => {
  expect(readAddress(text)).toBeUndefined();
});

test('without storage an address holds for the page, and the command has its port', () => {
  expect([mockAddress(), startCommand()]).toEqual([
    '127.0.0.1:4010',
    'npx agent-conversation-mock --examples',
  ]);
  setMockAddress('localhost:4011');
  expect([mockAddress(), startCommand()]).toEqual([
    'localhost:4011',
    'npx agent-conversation-mock --examples --port 4011',
  ]);
});
