/** Finds the path template that the path of a request matches (OpenAPI 3.1.1, section 4.8.8). */

/** A path of a contract. */
export interface Route<T> {
  /** The template, such as `/jobs/{job_id}`. */
  readonly path: string;
  /** The values in the path, percent-decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** By method, in upper case; `HEAD` has that of `GET` (RFC 9110, section 9.3.2). */
  readonly operations: ReadonlyMap<string, T>;
}

/**
 * Returns a function that finds the route of a path; undefined for one that matches no template, or is not
 * percent-encoded UTF-8. A template with fewer parameters precedes those with more.
 *
 * @example routerOf([{ method: 'get', path: '/jobs/{job_id}' }])('/jobs/a%20b')?.parameters // { job_id: 'a b' }
 */
export function routerOf<T extends { readonly method: string; readonly path: string }>(
  operations: Iterable<T>,
): (pathname: string) => Route<T> | undefined {
  const methods = new Map<string, Map<string, T>>();
  for (const operation of operations) {
    const own = methods.get(operation.path) ?? new Map<string, T>();
    methods.set(operation.path, own.set(operation.method.toUpperCase(), operation));
  }
  for (const own of methods.values()) {
    const get = own.get('GET');
    if (get) own.set('HEAD', get);
  }
  const templates = [...methods]
    .map(([path, own]) => {
      const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
      const escaped = path.replaceAll(/[$()*+.?[\\\]^|]/g, String.raw`\$&`);
      const pattern = new RegExp(`^${escaped.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`);
      return { path, operations: own, names, pattern, size: path.split('/').length };
    })
    .toSorted((one, other) => one.names.length - other.names.length);
  return (pathname) => {
    const fixed = methods.get(pathname);
    if (fixed) return { path: pathname, parameters: {}, operations: fixed };
    if (!isPercentEncoded(pathname)) return undefined;
    const length = pathname.split('/').length;
    for (const { path, operations: own, names, pattern, size } of templates) {
      const values = size === length ? pattern.exec(pathname) : null;
      if (!values) continue;
      const entries = names.map((name, at) => [name, decodeURIComponent(values[at + 1]!)] as const);
      return { path, parameters: Object.fromEntries(entries), operations: own };
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
