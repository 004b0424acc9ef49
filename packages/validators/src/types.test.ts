import type {
  AppConversationStartRequest,
  ErrorBody,
  Sandbox,
  ValidationErrorBody,
} from '@agent-conversation/types';
import {
  createConversation,
  getSettings,
  listAppConversations,
  pauseSandbox,
  searchSandboxes,
  startAppConversation,
  startSandbox,
} from '@agent-conversation/validators';
import { expect, expectTypeOf, test } from 'vitest';

const contentType = 'application/json';

test('a valid request has the types of the contract', () => {
  const result = searchSandboxes.validateRequest({ query: new URLSearchParams('limit=5') });
  if (!result.valid) throw new Error('must be valid');
  expectTypeOf(result.request.query.limit).toEqualTypeOf<number | undefined>();
  expectTypeOf(result.request.query.page_id).toEqualTypeOf<string | undefined>();
  expectTypeOf(result.request.body).toEqualTypeOf<undefined>();
  expect(result.request.query.limit).toBe(5);
  // @ts-expect-error -- the contract has no such parameter
  expect(result.request.query.surplus).toBeUndefined();
  // @ts-expect-error -- no operation has parameters in the headers
  expect(result.request.header).toBeUndefined();

  const list = listAppConversations.validateRequest({ query: new URLSearchParams('ids=a') });
  if (!list.valid) throw new Error('must be valid');
  expectTypeOf(list.request.query.ids).toEqualTypeOf<string[] | undefined>();
  expect(list.request.query.ids).toEqual(['a']);

  const pause = pauseSandbox.validateRequest({ path: { sandbox_id: 'a' } });
  if (!pause.valid) throw new Error('must be valid');
  expectTypeOf(pause.request.path.sandbox_id).toEqualTypeOf<string>();
  expect(pause.request.path.sandbox_id).toBe('a');
});

test('a body is optional where the contract says so', () => {
  const start = startAppConversation.validateRequest({});
  if (!start.valid) throw new Error('must be valid');
  expectTypeOf(start.request.body).toEqualTypeOf<AppConversationStartRequest | undefined>();
  const create = createConversation.validateRequest({ body: { repository: 'acme/web-shop' } });
  if (!create.valid) throw new Error('must be valid');
  expectTypeOf(create.request.body.repository).toEqualTypeOf<string | null | undefined>();
  expect(create.request.body.repository).toBe('acme/web-shop');
});

test('the status determines the type of the body', () => {
  const result = startSandbox.validateAnswer({ status: 404, contentType, body: { detail: 'no' } });
  if (!result.valid) throw new Error('must be valid');
  expectTypeOf(result.status).toEqualTypeOf<200 | 401 | 404 | 429>();
  if (result.status === 200) expectTypeOf(result.body).toExtend<Sandbox>();
  else if (result.status === 404) expectTypeOf(result.body).toExtend<ErrorBody>();
  // @ts-expect-error -- only an error has a detail
  expect(result.body.detail).toBe('no');

  const list = listAppConversations.validateAnswer({
    status: 422,
    contentType,
    body: { detail: [] },
  });
  if (list.valid && list.status === 422) expectTypeOf(list.body).toExtend<ValidationErrorBody>();
  expect(list.valid).toBe(true);
});

test('only an invalid message has violations', () => {
  const result = getSettings.validateAnswer({ status: 500 });
  // @ts-expect-error -- it may be valid
  expect(result.violations).toHaveLength(1);
  if (result.valid) throw new Error('must be invalid');
  expectTypeOf(result.violations[0]!.part).toEqualTypeOf<
    'path' | 'query' | 'header' | 'body' | 'status'
  >();
  // @ts-expect-error -- violations are read-only
  result.violations[0]!.message = '';
});
