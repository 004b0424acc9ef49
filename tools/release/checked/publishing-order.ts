import type { PublishedPackage } from '../pack/index.ts';

/**
 * The order in which packages are published: each after those that it depends on, so that whoever installs one
 * in the meantime gets it.
 *
 * @param packages which do not depend on each other in a circle
 */
export function publishingOrder(
  packages: readonly Pick<PublishedPackage, 'name' | 'manifest'>[],
): readonly string[] {
  const dependencies = new Map(
    packages.map(({ name, manifest }) => [name, Object.keys(manifest.dependencies ?? {})]),
  );
  const order = new Set<string>();
  const add = (name: string): void => {
    for (const needed of dependencies.get(name) ?? []) if (dependencies.has(needed)) add(needed);
    order.add(name);
  };
  for (const { name } of packages) add(name);
  return [...order];
}
