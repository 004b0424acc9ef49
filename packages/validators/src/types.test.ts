import type {
  AppConversationStartRequest,
  ErrorBody,
  Sandbox,
  ValidationErrorBody,
} from '@agent-conversation/types';
import {
  createConversation,
  listAppConversations,
  pauseSandbox,
  type RequestOf,
  searchSandboxes,
  startAppConversation,
  startSandbox,
} from '@agent-conversation/validators';
import { expect, expectTypeOf, test } from 'vitest';

/** The request of a valid result. */
function valid<T>(result: { valid: true; request: T } | { valid: false }): T {
  if (!result.valid) throw new Error('must be valid');
  return result.request;
}

test('a valid request has the types of the contract', () => {
  const search = valid(
    searchSandboxes.validateRequest({ query: new URLSearchParams('limit=5') }),
  );
  expectTypeOf(search.query.limit).toEqualTypeOf<number | undefined>();
  expectTypeOf(search.query.page_id).toEqualTypeOf<string | undefined>();
  expectTypeOf(search.body).toEqualTypeOf<undefined>();
  // @ts-expect-error -- the contract has no such parameter
  expect(search.query.surplus).toBeUndefined();
  // @ts-expect-error -- no operation has parameters in the headers
  expect(search.header).toBeUndefined();

  const list = valid(
    listAppConversations.validateRequest({
      query: new URLSearchParams('ids=a'),
    }),
  );
  expectTypeOf(list.query.ids).toEqualTypeOf<string[] | undefined>();
  const pause = valid(
    pauseSandbox.validateRequest({ path: { sandbox_id: 'a' } }),
  );
  expectTypeOf(pause.path.sandbox_id).toEqualTypeOf<string>();
});

test('a body is optional where the contract says so', () => {
  const start = valid(startAppConversation.validateRequest({}));
  expectTypeOf(start.body).toEqualTypeOf<
    AppConversationStartRequest | undefined
  >();
  const create = valid(
    createConversation.validateRequest({ body: { repository: 'a/b' } }),
  );
  expectTypeOf(create.body.repository).toEqualTypeOf<
    string | null | undefined
  >();
  expectTypeOf<RequestOf<'startSandbox'>['body']>().toEqualTypeOf<undefined>();
});

test('the status determines the type of the body, and only an invalid response has violations', () => {
  const contentType = 'application/json';
  const parts = { status: 404, contentType, body: { detail: 'no' } };
  const result = startSandbox.validateResponse(parts);
  // @ts-expect-error -- it may be valid
  expect(result.violations).toBeUndefined();
  if (!result.valid) throw new Error(result.violations[0]!.message);
  expectTypeOf(result.status).toEqualTypeOf<200 | 401 | 404 | 429>();
  if (result.status === 200) expectTypeOf(result.body).toExtend<Sandbox>();
  else if (result.status === 404)
    expectTypeOf(result.body).toExtend<ErrorBody>();
  // @ts-expect-error -- only an error has a detail
  expect(result.body.detail).toBe('no');

  const list = listAppConversations.validateResponse({ ...parts, status: 422 });
  if (list.valid && list.status === 422)
    expectTypeOf(list.body).toExtend<ValidationErrorBody>();
});
