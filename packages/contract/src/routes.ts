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
export function routerOf<
  T extends { readonly method: string; readonly path: string },
>(operations: Iterable<T>): (pathname: string) => Route<T> | undefined {
  const methods = new Map<string, Map<string, T>>();
  for (const operation of operations) {
    const byMethod = methods.get(operation.path) ?? new Map<string, T>();
    methods.set(
      operation.path,
      byMethod.set(operation.method.toUpperCase(), operation),
    );
  }
  for (const byMethod of methods.values())
    if (byMethod.has('GET')) byMethod.set('HEAD', byMethod.get('GET')!);
  const templates = [...methods.keys()]
    .toSorted((one, other) => one.split('{').length - other.split('{').length)
    .map((path) => {
      const escaped = path.replaceAll(/[$()*+.?[\\\]^|]/g, String.raw`\$&`);
      const pattern = escaped.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
      return { path, pattern: new RegExp(`^${pattern}$`) };
    });
  return (pathname) => {
    const fixed = methods.get(pathname);
    if (fixed) return { path: pathname, parameters: {}, operations: fixed };
    if (!isPercentEncoded(pathname)) return undefined;
    for (const { path, pattern } of templates) {
      const values = pattern.exec(pathname)?.groups;
      if (!values) continue;
      const entries = Object.entries(values).map(([name, it]) => [
        name,
        decodeURIComponent(it),
      ]);
      const parameters = Object.fromEntries(entries) as Record<string, string>;
      return { path, parameters, operations: methods.get(path)! };
    }
    return undefined;
  };
}

/**
 * Returns a path in which the unreserved characters are not percent-encoded: both forms are equivalent (RFC 3986,
 * section 6.2.2.2). The others have another meaning where they are not encoded.
 */
export function normalizedPath(pathname: string): string {
  return pathname.replaceAll(/%[2-7][\da-f]/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape;
  });
}

/** Whether a path is percent-encoded UTF-8 (RFC 3986, section 2.1). */
export function isPercentEncoded(pathname: string): boolean {
  try {
    return !pathname.includes('%') || decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}
