import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from '../src/sha256.ts';

test.each([
  // The examples of NIST for SHA-256: one block, and two.
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('SHA-256 of %s', (text, digest) => {
  expect(sha256(text)).toBe(digest);
});

test('SHA-256 of texts of every length around the ends of blocks, as Node has it', () => {
  for (let length = 0; length < 200; length++) {
    const text = Array.from({ length }, (_, at) => 'aé€😀'.at(at % 4)).join('');
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});
