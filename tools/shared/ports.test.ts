import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './ports.ts';

test('a free port is none of those that systems give to connections', async () => {
  const port = await freePort();
  expect(port).toBeGreaterThanOrEqual(20_000);
  expect(port).toBeLessThan(30_000);
  expect(await freePort(port)).toBe(port);
});

test('a port that is taken is reported with what to do', async () => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(freePort(port)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or choose another with --port.`,
  );
});
