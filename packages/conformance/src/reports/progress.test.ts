import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

/** What is written to a stream. */
function stream(more: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  return { ...more, written, write: (text: string) => written.push(text) };
}

test('on a terminal, one line is rewritten, and taken away at the end', () => {
  const terminal = stream({ isTTY: true, columns: 80 });
  const progress = createProgress(terminal);
  progress.show(1, 120, 'searchSandboxes.answer');
  progress.show(2, 120, 'searchSandboxes.pages');
  progress.clear();
  progress.clear();
  expect(terminal.written).toEqual([
    '\r\u001b[K1 of 120  searchSandboxes.answer',
    '\r\u001b[K2 of 120  searchSandboxes.pages',
    '\r\u001b[K',
  ]);
});

test('a line stays narrower than the terminal, and steers nothing', () => {
  const terminal = stream({ isTTY: true, columns: 20 });
  createProgress(terminal).show(1, 2, '\u001b[2Jabcdefghijklmnopqrstuvwxyz');
  expect(terminal.written).toEqual(['\r\u001b[K1 of 2  \\u{1b}[2Jab']);
});

test('elsewhere, there is a line for each tenth', () => {
  const log = stream({});
  const progress = createProgress(log);
  for (let done = 1; done <= 100; done += 1) progress.show(done, 100, 'a.b');
  progress.clear();
  expect(log.written).toEqual(
    Array.from({ length: 10 }, (_, tenth) => `${(tenth + 1) * 10} of 100\n`),
  );
});

test('of a few, there is a line for each', () => {
  const log = stream({ isTTY: false });
  const progress = createProgress(log);
  for (let done = 1; done <= 3; done += 1) progress.show(done, 3, 'a.b');
  expect(log.written).toEqual(['1 of 3\n', '2 of 3\n', '3 of 3\n']);
});
