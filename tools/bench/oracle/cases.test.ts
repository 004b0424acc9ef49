import { operations } from '@agent-conversation/validators';
import { expect, test } from 'vitest';
import { makeCases } from './cases.ts';

const cases = makeCases();

test('each case has an id of its own, and tells its fault', () => {
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  for (const { id, fault = 'valid' } of cases) expect(id).toMatch(new RegExp(`^${fault}-\\d+$`));
});

test('every operation is there, with a valid request', () => {
  expect(new Set(cases.map(({ operation }) => operation))).toEqual(
    new Set(Object.values(operations).map(({ id }) => id)),
  );
  for (const { operation, request } of cases) {
    const validator = Object.values(operations).find(({ id }) => id === operation)!;
    const form = new RegExp(`^${validator.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/{]+)')}$`);
    expect(request.path).toMatch(form);
    const path = form.exec(request.path)!.groups;
    const body: unknown = request.body && JSON.parse(request.body);
    const parts = { body, ...(path ? { path } : {}) };
    expect(validator.validateRequest(parts, { closed: true })).toMatchObject({ valid: true });
  }
});
