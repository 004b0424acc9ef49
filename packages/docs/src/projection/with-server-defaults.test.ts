import { expect, test } from 'vitest';
import { withServerDefaults } from './with-server-defaults.ts';

test('the addresses of servers have the defaults of their variables', () => {
  const variables = { scheme: { default: 'https' }, host: { default: 'a.example' } };
  const contract = {
    openapi: '3.1.1',
    servers: [{ url: '{scheme}://{host}/{host}', variables }, { url: '/api' }],
  };
  expect(withServerDefaults(contract)).toEqual({
    openapi: '3.1.1',
    servers: [{ url: 'https://a.example/a.example', variables }, { url: '/api' }],
  });
});
