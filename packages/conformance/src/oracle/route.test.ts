import { expect, test } from 'vitest';
import { plainExchange } from '../testing/plain-exchange.ts';
import { routeOf } from './route.ts';

const server = 'http://127.0.0.1:4010';

test.each<[line: string, base: string | undefined, operation: string, path: object]>([
  ['GET /api/settings', undefined, 'getSettings', {}],
  ['HEAD /api/settings', undefined, 'getSettings', {}],
  ['GET /api/v1/sandboxes/search?limit=1', undefined, 'searchSandboxes', {}],
  ['POST /api/v1/sandboxes/a%2Fb%20%C3%A9/pause', '', 'pauseSandbox', { sandbox_id: 'a/b é' }],
  ['POST /api/v1/sandboxes/search/pause', '', 'pauseSandbox', { sandbox_id: 'search' }],
  ['GET /api/settings', '/', 'getSettings', {}],
  ['GET /of/ada/api/settings', '/of/ada', 'getSettings', {}],
  ['GET /of/ada/api/settings', '/of/ada/', 'getSettings', {}],
])('%s below %s calls %s', (line, base, operationId, path) => {
  const { request } = plainExchange(line, 200, {});
  const route = routeOf(request, base === undefined ? base : server + base);
  expect(route).toMatchObject({ operation: { operationId }, path });
});

const unknown = 'is not a path of the contract';
const elsewhere = 'is not below the address of the server';

test.each<[line: string, base: string | undefined, message: string, contract?: string]>([
  ['GET /', undefined, unknown],
  ['GET /api/settings/', undefined, unknown],
  ['GET /api/Settings', undefined, unknown],
  ['POST /api/v1/sandboxes//pause', undefined, unknown],
  ['POST /api/v1/sandboxes/%C3%28/pause', undefined, unknown],
  ['GET /of/ada/api/settings', undefined, unknown],
  ['GET /api/settings', `${server}/of/ada`, elsewhere],
  ['GET /of/adam/api/settings', `${server}/of/ada`, elsewhere],
  ['GET /api/settings', 'http://127.0.0.1:4011', elsewhere],
  ['DELETE /api/settings', undefined, 'has no such method, but GET', '#/paths/~1api~1settings'],
  [
    'PUT /api/v1/app-conversations',
    undefined,
    'has no such method, but GET and POST',
    '#/paths/~1api~1v1~1app-conversations',
  ],
])('%s below %s calls nothing: %s', (line, base, message, contract = '#/paths') => {
  const { request } = plainExchange(line, 200, {});
  const route = routeOf(request, base);
  expect(route).not.toHaveProperty('operation');
  expect(route).toMatchObject({ side: 'request', part: 'path', message, rule: { contract } });
});
