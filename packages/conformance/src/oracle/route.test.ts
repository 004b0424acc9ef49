import { expect, test } from 'vitest';
import { plainExchange } from '../testing/plain-exchange.ts';
import { routeOf } from './route.ts';

const none = undefined;
const found: [line: string, base: string | undefined, operation: string, path: object][] = [
  ['GET /api/settings', none, 'getSettings', {}],
  ['HEAD /api/settings', none, 'getSettings', {}],
  ['POST /api/v1/sandboxes', none, 'startSandbox', {}],
  ['GET /api/v1/sandboxes/search?limit=1', none, 'searchSandboxes', {}],
  ['POST /api/v1/sandboxes/sbx-1/pause', none, 'pauseSandbox', { sandbox_id: 'sbx-1' }],
  ['POST /api/v1/sandboxes/a%2Fb%20%C3%A9/resume', none, 'resumeSandbox', { sandbox_id: 'a/b é' }],
  ['POST /api/v1/sandboxes/search/pause', none, 'pauseSandbox', { sandbox_id: 'search' }],
  ['GET /api/settings', 'http://127.0.0.1:4010', 'getSettings', {}],
  ['GET /api/settings', 'http://127.0.0.1:4010/', 'getSettings', {}],
  ['GET /of/ada/api/settings', 'http://127.0.0.1:4010/of/ada', 'getSettings', {}],
  ['GET /of/ada/api/settings', 'http://127.0.0.1:4010/of/ada/', 'getSettings', {}],
];

test.each(found)('%s below %s calls %s', (line, base, operationId, path) => {
  const { request } = plainExchange(line, 200, {});
  expect(routeOf(request, base)).toMatchObject({ operation: { operationId }, path });
});

const unknown = 'is not a path of the contract';
const elsewhere = 'is not below the address of the server';
const lost: [line: string, base: string | undefined, keyword: string, message: string][] = [
  ['GET /', none, 'path', unknown],
  ['GET /api/v1/nothing', none, 'path', unknown],
  ['GET /api/settings/', none, 'path', unknown],
  ['GET /api/Settings', none, 'path', unknown],
  ['POST /api/v1/sandboxes//pause', none, 'path', unknown],
  ['POST /api/v1/sandboxes/%C3%28/pause', none, 'path', unknown],
  ['GET /of/ada/api/settings', none, 'path', unknown],
  ['GET /api/settings', 'http://127.0.0.1:4010/of/ada', 'path', elsewhere],
  ['GET /of/adam/api/settings', 'http://127.0.0.1:4010/of/ada', 'path', elsewhere],
  ['GET /api/settings', 'http://127.0.0.1:4011', 'path', elsewhere],
  ['DELETE /api/settings', none, 'method', 'has no such method, but GET'],
  ['HEAD /api/v1/sandboxes', none, 'method', 'has no such method, but POST'],
  ['PUT /api/v1/app-conversations', none, 'method', 'has no such method, but GET and POST'],
];

test.each(lost)('%s below %s calls nothing: %s', (line, base, keyword, message) => {
  const { request } = plainExchange(line, 200, {});
  const route = routeOf(request, base);
  expect(route).not.toHaveProperty('operation');
  expect(route).toMatchObject({ side: 'request', part: 'path', pointer: '', keyword, message });
});

test.each([
  ['a path that is not of the contract', 'GET /nothing', '#/paths'],
  ['a method that a path lacks', 'DELETE /api/settings', '#/paths/~1api~1settings'],
])('reports %s', (_, line, contract) => {
  const { request } = plainExchange(line, 404, {});
  expect(routeOf(request, undefined)).toMatchObject({ rule: { contract } });
});
