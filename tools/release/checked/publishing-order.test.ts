import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { publishedPackages } from '../pack/index.ts';
import { publishingOrder } from './publishing-order.ts';

test('each package comes after those that it depends on, others are left out', () => {
  const packages = [
    { name: 'lamp', manifest: { dependencies: { bulb: '^0.1.0', react: '19.0.0' } } },
    { name: 'lit-room', manifest: { dependencies: { room: '^0.1.0', lamp: '^0.1.0' } } },
    { name: 'room', manifest: {} },
    { name: 'bulb', manifest: { dependencies: { glass: '^0.1.0' } } },
    { name: 'glass', manifest: {} },
  ];
  expect(publishingOrder(packages)).toEqual(['glass', 'bulb', 'lamp', 'room', 'lit-room']);
});

test('our own packages have an order', () => {
  const packages = publishedPackages(fileURLToPath(new URL('../../../', import.meta.url)));
  const order = publishingOrder(packages);
  expect(order).toHaveLength(packages.length);
  const before = packages.flatMap(({ name, manifest }) =>
    Object.keys(manifest.dependencies ?? {})
      .filter((needed) => order.includes(needed))
      .map((needed) => order.indexOf(name) - order.indexOf(needed)),
  );
  expect(Math.min(...before)).toBeGreaterThan(0);
});
