import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
} from 'node:zlib';
import { expect, test } from 'vitest';
import { BodyCopy } from './proxy-copy.ts';

const megabyte = 1024 * 1024;

const tooLong = 'its body is longer than 8388608 bytes, or many are under way';

/** Returns a complete copy of a body. */
function copyOf(bytes: Uint8Array): BodyCopy {
  const copy = new BodyCopy();
  copy.add(bytes);
  copy.isComplete = true;
  return copy;
}

test('all copies have 64 MiB together, and what is released is free for others', async () => {
  const largest = new Uint8Array(8 * megabyte).fill(0x20);
  for (let round = 1; round <= 3; round += 1) {
    const copies = Array.from({ length: 9 }, () => copyOf(largest));
    const contents = await Promise.all(
      copies.map(async (copy) => copy.read([])),
    );
    const unknown = contents.filter(({ text }) => text === undefined);
    expect(unknown).toEqual([{ text: undefined, unknown: tooLong }]);
    for (const copy of copies) copy.release();
  }
});

test('a copy that was read is known after its release, and is released once', async () => {
  const copy = copyOf(Buffer.from(' '.repeat(10)));
  const content = await copy.read([]);
  for (const _ of [1, 2]) copy.release();
  expect([await copy.read([]), content.text]).toEqual([
    content,
    ' '.repeat(10),
  ]);
});

test.each([
  { coding: 'gzip', encode: gzipSync },
  { coding: 'deflate', encode: deflateSync },
  { coding: 'deflate', encode: deflateRawSync },
  { coding: 'br', encode: brotliCompressSync },
])(
  'a body that is longer without $coding than the limit is not wrong',
  async (row) => {
    const { coding, encode } = row;
    const copy = copyOf(encode(Buffer.alloc(9 * megabyte)));
    expect(await copy.read([coding])).toEqual({
      text: undefined,
      unknown: tooLong,
    });
    copy.release();
  },
);

test('while a hundred bodies wait to be decoded, others are not', async () => {
  const encoded = gzipSync(Buffer.alloc(megabyte));
  const copies = Array.from({ length: 150 }, () => copyOf(encoded));
  const contents = await Promise.all(
    copies.map(async (copy) => copy.read(['gzip'])),
  );
  const reasons = Map.groupBy(contents, ({ unknown }) => unknown);
  expect([...reasons.keys()]).toEqual([
    undefined,
    'many bodies wait to be decoded',
  ]);
  expect(reasons.get(undefined)!.length).toBeGreaterThanOrEqual(100);
  for (const copy of copies) copy.release();

  const later = copyOf(gzipSync(Buffer.from('{}')));
  expect(await later.read(['gzip'])).toEqual({ text: '{}' });
  later.release();
});
