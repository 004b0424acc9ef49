/** The versions that an edition was made with. */

/**
 * Reads the constraints for pip out of a `poetry.lock`. A package with several versions, each for another platform, is
 * left to the installer.
 */
export function constraintsOf(lock: string): readonly string[] {
  const versions = new Map<string, Set<string>>();
  for (const entry of lock.split(/^\[\[package\]\]$/m).slice(1)) {
    const [, name] = /^name = "(.+)"$/m.exec(entry) ?? [];
    const [, version] = /^version = "(.+)"$/m.exec(entry) ?? [];
    if (name === undefined || version === undefined) continue;
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  const single = [...versions].filter(([, found]) => found.size === 1);
  return single.map(([name, [version]]) => `${name}==${version}`).toSorted();
}
