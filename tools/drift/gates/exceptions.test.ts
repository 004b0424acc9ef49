import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { countExceptions, type Exceptions } from './count-exceptions.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const file = 'tools/drift/gates/exceptions.yaml';
const lists = parse(
  readFileSync(new URL('exceptions.yaml', import.meta.url), 'utf8'),
) as Exceptions[];

test.each(lists)('$what: as many as were looked at', (exceptions) => {
  const { what, count } = exceptions;
  const now = countExceptions(root, exceptions);
  const advice = now > count ? 'if that is right' : 'so that it stays so';
  expect(now, `${what}: ${now}, not ${count}; write ${now} into ${file}, ${advice}`).toBe(count);
});
