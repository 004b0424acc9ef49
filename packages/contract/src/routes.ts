/** Finds the path template that the path of a request matches (OpenAPI 3.1.1, section 4.8.8). */

export interface PathMatch {
  /** The template, such as `/jobs/{job_id}`. */
  readonly path: string;
  /** The values in the path, percent-decoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Returns a function that finds the template of a path. A template without parameters precedes those
 * with some.
 *
 * @returns a function that returns undefined for a path that matches no template, and throws
 * URIError where `isPercentEncoded` returns false
 * @example pathMatcher(['/jobs/{job_id}'])('/jobs/a%20b')?.parameters // { job_id: 'a b' }
 */
export function pathMatcher(paths: Iterable<string>): (pathname: string) => PathMatch | undefined {
  const fixed = new Map<string, PathMatch>();
  const templates = new Map<number, Template[]>();
  for (const path of paths) {
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
    if (names.length === 0) {
      fixed.set(path, { path, parameters: {} });
      continue;
    }
    const size = path.split('/').length;
    const pattern = new RegExp(
      `^${path
        .split(/\{[^}]+\}/)
        .map(escaped)
        .join('([^/]+)')}$`,
    );
    const all = [...(templates.get(size) ?? []), { path, names, pattern }];
    templates.set(
      size,
      all.toSorted((one, other) => one.names.length - other.names.length),
    );
  }
  return (pathname) => {
    const match = fixed.get(pathname);
    if (match) return match;
    for (const { path, names, pattern } of templates.get(pathname.split('/').length) ?? []) {
      const values = pattern.exec(pathname);
      if (!values) continue;
      const entries = names.map((name, at) => [name, decodeURIComponent(values[at + 1]!)]);
      return { path, parameters: Object.fromEntries(entries) as Record<string, string> };
    }
    return undefined;
  };
}

interface Template {
  readonly path: string;
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/** Whether a path is percent-encoded UTF-8 (RFC 3986, section 2.1). */
export function isPercentEncoded(pathname: string): boolean {
  try {
    return !pathname.includes('%') || decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}
