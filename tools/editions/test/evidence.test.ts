/** The recorded evidence is fit to be read, compared and published. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject } from '@agent-conversation/contract';
import { nameOf, readEvidence } from '@agent-conversation/cli/evidence';
import { repository } from '@agent-conversation/shared/process';
import { operations } from '@agent-conversation/validators';
import { compareWithEvidence } from '../evidence/compare.ts';
import { evidenceFiles } from '../evidence/write.ts';

const folder = join(repository, 'openapi/evidence');
const evidence = readEvidence(folder);

test('the evidence is at most 300 kB', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizes = files
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => statSync(join(folder, file)).size);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThanOrEqual(300_000);
});

test('the evidence contains nothing that differs from recording to recording', () => {
  const found = evidence.flatMap((exchange) => {
    const text = JSON.stringify(exchange);
    const random = text.match(randomTexts) ?? [];
    const isRandom = (it: string) =>
      !stableTexts.some((stable) => stable.test(it));
    return random.filter(isRandom).map((it) => `${nameOf(exchange)}: ${it}`);
  });
  expect(found).toEqual([]);
});

test('written again, the evidence has the same bytes, and nothing differs', () => {
  for (const edition of new Set(evidence.map((it) => it.edition))) {
    const recorded = evidence.filter((it) => it.edition === edition);
    expect(compareWithEvidence(recorded, recorded)).toEqual([]);
    for (const { file, content } of evidenceFiles(edition, recorded)) {
      const path = join(folder, edition, file);
      expect(content, path).toBe(readFileSync(path, 'utf8'));
    }
  }
});

/** Ids, keys, times, ports, and folders of a machine. */
const randomTexts = new RegExp(
  [
    String.raw`(?<![0-9A-Za-z_-])[0-9A-Za-z]{16,}(?![0-9A-Za-z_-])`,
    String.raw`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`,
    String.raw`\d{4}-\d\d-\d\dT[\d:.]+`,
    String.raw`(?<=(?:localhost|127\.0\.0\.1):)\d+`,
    String.raw`/(?:tmp|home|Users|root|var)/[^"\s]*`,
    String.raw`\bsk-\w+`,
  ].join('|'),
  'g',
);

const stableTexts = [
  // Numbered ids, chosen ids, and ids that nothing has.
  /^0*\d{1,3}$/,
  /^sandbox0+\d+$/,
  /^([cd])\1{7}-?0000-?4000-?8000-?0{10}\d\d$/i,
  /^[0-9]{32}$/,
  /^x+$/,
  /^1?0{20}0*$/,
  // The body that is no UTF-8.
  /^7b227469746c65223a22ff227d$/,
  /^2026-01-01T00:00:00(\.000000)?$/,
  /^80\d\d$|^5173$/,
  // Words of the service.
  /^[A-Za-z]+$/,
];

test('the evidence contains no secret', () => {
  const secrets = evidence.flatMap((exchange) =>
    secretsIn(exchange.response.body).map(
      (value) => `${nameOf(exchange)}: ${value}`,
    ),
  );
  expect(secrets).toEqual([]);
});

/** Returns the values of secret properties that are no stable names. */
function secretsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const isSecret =
      /(_key|_token|secret)$/.test(name) && typeof child === 'string';
    const isStable =
      isSecret && /^session-api-key-\d+$|^\*+$|^not-a-secret$/.test(child);
    return isSecret && !isStable ? [`${name} ${child}`] : secretsIn(child);
  });
}

test('the names of files and exchanges are unique and in kebab-case', () => {
  const wrong = evidence.filter(
    ({ name }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name),
  );
  expect(wrong.map(nameOf)).toEqual([]);
  const files = new Set(evidence.map(({ operationId }) => operationId));
  expect([...files].filter((file) => !Object.hasOwn(operations, file))).toEqual(
    ['other'],
  );
  expect(readFileSync(join(folder, '1.5.0/other.yaml'), 'utf8')).toContain(
    '# Recorded by',
  );
});
