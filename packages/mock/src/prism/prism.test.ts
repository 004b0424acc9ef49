import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { NotDeclared, startPrism, type Prism, type Wish } from './prism.ts';

const examples = document.components.examples;
const untouched = structuredClone(document);
const prism = await startPrism(document);

/** Asks without the parts of a request that Prism does not look at. */
function ask(method: string, path: string, wish: Wish, seed = 'any', from: Prism = prism) {
  return from({ method, path }, wish, seed);
}
const settings = (wish: Wish, seed?: string) => ask('GET', '/api/settings', wish, seed);

test.each<[string, Wish, number, unknown]>([
  ['nothing', {}, 200, examples.SettingsLoaded.value],
  ['a status', { code: 404 }, 404, examples.SettingsMissing.value],
  ['an example', { example: 'SettingsMinimal' }, 200, examples.SettingsMinimal.value],
  [
    'an example of a status',
    { code: 404, example: 'SettingsMissing' },
    404,
    examples.SettingsMissing.value,
  ],
  [
    'an example, and made-up data',
    { example: 'SettingsMinimal', dynamic: true },
    200,
    examples.SettingsMinimal.value,
  ],
])('who wishes for %s gets it', async (_, wish, status, body) => {
  expect(await settings(wish)).toEqual({ status, body });
});

test.each<[string, Wish]>([
  ['a status', { code: 418 }],
  ['a status for made-up data', { code: 418, dynamic: true }],
  ['an example', { example: 'Nowhere' }],
  ['an example of a status', { code: 404, example: 'Nowhere' }],
  ['the example of another status', { code: 404, example: 'SettingsLoaded' }],
])('%s that is not declared is reported', async (_, wish) => {
  await expect(settings(wish)).rejects.toThrow(NotDeclared);
});

test('a path that the contract lacks is reported as something else', async () => {
  await expect(ask('GET', '/nowhere', {})).rejects.not.toBeInstanceOf(NotDeclared);
});

test.each(['%2F', '%E0%A4%A', ''])('the id %j makes a path like others', async (id) => {
  const answer = await ask('POST', `/api/v1/sandboxes/${id}/pause`, {});
  expect(answer).toEqual({ status: 200, body: examples.PauseBegun.value });
});

test.each([{}, { dynamic: true }])('an answer as wished by %j is a copy', async (wish) => {
  const { body } = await settings(wish);
  const before = structuredClone(body);
  Object.assign(body as object, { agent: 'changed' });
  expect((await settings(wish)).body).toEqual(before);
});

test('the contract stays as it is', () => {
  expect(document).toEqual(untouched);
});

test('the same seed makes the same data, another one other data, whatever came before', async () => {
  const wish = { dynamic: true };
  const first = await settings(wish, 'a');
  const second = await settings(wish, 'b');
  const empty = await settings(wish, '');
  expect(second).not.toEqual(first);
  expect(await settings(wish, 'a')).toEqual(first);
  await ask('GET', '/api/v1/sandboxes/search', wish, 'c');
  expect(await settings(wish, '')).toEqual(empty);
  const another = await startPrism(document);
  expect(await ask('GET', '/api/settings', wish, 'b', another)).toEqual(second);
});
