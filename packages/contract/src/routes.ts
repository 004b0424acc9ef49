/** Finds the path template that the path of a request matches (OpenAPI 3.1.1, section 4.8.8). */

export interface PathMatch {
  /** The template, such as `/jobs/{job_id}`. */
  readonly path: string;
  /** The values in the path, percent-decoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Returns a function that finds the template of a path; undefined for one that matches none, or is not percent-encoded
 * UTF-8. A template with fewer parameters precedes those with more.
 *
 * @example pathMatcher(['/jobs/{job_id}'])('/jobs/a%20b')?.parameters // { job_id: 'a b' }
 */
export function pathMatcher(paths: Iterable<string>): (pathname: string) => PathMatch | undefined {
  const templates = [...paths]
    .map((path) => {
      const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
      const escaped = path.replaceAll(/[$()*+.?[\\\]^|]/g, String.raw`\$&`);
      const pattern = new RegExp(`^${escaped.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`);
      return { path, names, pattern, size: path.split('/').length };
    })
    .toSorted((one, other) => one.names.length - other.names.length);
  const fixed = new Set(templates.filter(({ names }) => names.length === 0).map((it) => it.path));
  return (pathname) => {
    if (fixed.has(pathname)) return { path: pathname, parameters: {} };
    if (!isPercentEncoded(pathname)) return undefined;
    const length = pathname.split('/').length;
    for (const { path, names, pattern, size } of templates) {
      const values = size === length ? pattern.exec(pathname) : null;
      if (!values) continue;
      const entries = names.map((name, at) => [name, decodeURIComponent(values[at + 1]!)] as const);
      return { path, parameters: Object.fromEntries(entries) };
    }
    return undefined;
  };
}

/** Whether a path is percent-encoded UTF-8 (RFC 3986, section 2.1). */
export function isPercentEncoded(pathname: string): boolean {
  try {
    return !pathname.includes('%') || decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}
