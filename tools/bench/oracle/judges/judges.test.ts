import { expect, test } from 'vitest';
import { makeCases } from '../cases.ts';
import { answering, caseHeader } from './answering.ts';
import { loadOurs } from './ours.ts';
import { toldByDrift } from './redocly-drift.ts';
import { toldByRespect } from './redocly-respect.ts';

const cases = makeCases();
const [valid] = cases;
const broken = cases.find(({ fault }) => fault === 'E5')!;
const both = [valid!, broken];

test('ours says something about an answer with a fault, and nothing about a valid one', () => {
  expect(both.filter(loadOurs())).toEqual([broken]);
});

test('cases are answered as they say', async () => {
  await answering(both, async (url) => {
    const response = await fetch(url, { headers: { [caseHeader]: broken.id } });
    expect(response.status).toBe(broken.answer.status);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(await response.text()).toBe(broken.answer.body);
    expect((await fetch(url)).status).toBe(404);
  });
});

test('respect tells of a workflow that has not succeeded', () => {
  const executedWorkflows = [
    { workflowId: valid!.id, status: 'success' },
    { workflowId: broken.id, status: 'error' },
  ];
  expect(toldByRespect({ files: { a: { executedWorkflows } } }, both)).toEqual(
    new Set([broken.id]),
  );
});

test('a workflow that respect has not run is told', () => {
  expect(() => toldByRespect({ files: {} }, both)).toThrow(
    `redocly respect has not run the workflow ${valid!.id}`,
  );
});

test('drift tells of a response, and not of a request', () => {
  const results = [
    { properties: { exchangeIndex: 0, target: 'request' } },
    { properties: { exchangeIndex: 1, target: 'response' } },
  ];
  expect(toldByDrift({ runs: [{ results }] }, both)).toEqual(new Set([broken.id]));
});
