/** The part of a path that names its resource, such as `sandbox-specs`. */
export function segmentOf(path: string): string {
  return /^\/api\/(?:v\d+\/)?([^/]+)/.exec(path)?.[1] ?? '';
}

/** Whether a path of V1 has the resource of another path. */
export function isOfResource(other: string, path: string): boolean {
  return other.startsWith('/api/v1/') && segmentOf(other) === segmentOf(path);
}
