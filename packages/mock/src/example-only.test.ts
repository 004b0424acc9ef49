import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { type OperationId, operations } from '@agent-conversation/validators';
import { expect, onTestFinished, test } from 'vitest';
import { exampleOf } from './contract.ts';
import { ask, requests, successOf } from './testing/ask.ts';
import { makeWith } from './testing/make-with.ts';

/** The path of an operation with the ids that the contract shows. */
function pathWithExamples(id: OperationId): string {
  const parameters = Object.values<Readonly<Record<string, unknown>>>(
    document.components.parameters,
  );
  return operations[id].path.replaceAll(/\{(.*?)\}/g, (_, name: string) => {
    const parameter = parameters.find((it) => it['in'] === 'path' && it['name'] === name);
    return encodeURIComponent(String(parameter?.['example']));
  });
}

test.each(requests)('%s without a behaviour gives its first example', async (...request) => {
  const [id, method, target, body] = request;
  const path = target.replace(/^[^?]*/, pathWithExamples(id));
  const mock = makeWith({});
  const made = () => mock.state('ada');
  const before = made();
  const answer = await ask(mock, method, path, { body });
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: successOf(id),
    body: exampleOf(id, successOf(id)),
  });
  expect(mock.exchanges).toMatchObject([{ operation: id, status: successOf(id), findings: [] }]);
  expect(mock.saves()).toBe(0);
  expect(made()).toEqual(before);
});

test.each(['pause', 'resume'] as const)(
  'to %s what the contract does not show: 404',
  async (to) => {
    const { status, body } = await ask(makeWith({}), 'POST', `/api/v1/sandboxes/other/${to}`);
    expect({ status, body }).toEqual({ status: 404, body: exampleOf(`${to}Sandbox`, 404) });
  },
);

test('an id that the contract shows as a number is known', async () => {
  const parameter: { example: unknown } = document.components.parameters.SandboxId;
  const { example } = parameter;
  onTestFinished(() => void (parameter.example = example));
  parameter.example = 7;
  const statuses: number[] = [];
  for (const id of ['7', '8']) {
    const { status } = await ask(makeWith({}), 'POST', `/api/v1/sandboxes/${id}/pause`);
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 404]);
});

test('a key is needed, and what is wrong is refused', async () => {
  const mock = makeWith({});
  const search = '/api/v1/sandboxes/search';
  expect(await ask(mock, 'GET', search, { key: null })).toMatchObject({ status: 401 });
  expect(await ask(mock, 'GET', `${search}?limit=0`)).toMatchObject({ status: 422 });
});

test('faults strike', async () => {
  const mock = makeWith({});
  mock.fault({ operation: 'getSettings', status: 404, times: 1 });
  const statuses: number[] = [];
  for (let i = 0; i < 2; i += 1) {
    statuses.push((await ask(mock, 'GET', '/api/settings')).status);
  }
  expect(statuses).toEqual([404, 200]);
});
