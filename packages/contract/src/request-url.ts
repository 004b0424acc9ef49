/** What can be sent, and how it is written in a URL. Imports nothing. */

/**
 * Returns the query of an address; a list is repeated (OpenAPI 3.1.1, section 4.8.12.2: style form, exploded). An
 * empty list cannot be sent: without the parameter, the call means something else.
 *
 * @throws {TypeError} naming the parameter that cannot be sent
 */
export function queryOf(query: object = {}): string {
  const parameters: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    const values: string[] = [value].flat();
    const isEmpty = values.length === 0;
    if (isEmpty || /\p{Cs}/u.test(String(values)))
      throw unsendable(name, value);
    for (const item of values)
      parameters.push(`${name}=${encodeURIComponent(item)}`);
  }
  return parameters.join('&');
}

/**
 * Replaces the parameters of a path template. An empty one, `.` and `..` are removed from a path by its reader, and
 * would lead to another operation (RFC 3986, section 5.2.4). Half a character has no encoding (section 2.5).
 *
 * @throws {TypeError} naming the parameter that cannot be sent
 */
export function fillPath(
  template: string,
  path: Readonly<Record<string, unknown>> = {},
): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    const isText = typeof value === 'string';
    if (!isText || /^\.{0,2}$|\p{Cs}/u.test(value))
      throw unsendable(name, value);
    return encodeURIComponent(value);
  });
}

function unsendable(name: string, value: unknown): TypeError {
  return new TypeError(`${name} cannot be sent as ${JSON.stringify(value)}`);
}

/** Whether a value is a text of visible ASCII characters, which every header takes (RFC 9110, section 5.5). */
export const isApiKey = (value: unknown): boolean =>
  typeof value === 'string' && /^[!-~]+$/.test(value);

/** Without user: in the path, `@` is a character like others. A password would go along in errors of `fetch`. */
const baseUrlForm = /^https?:\/\/[^/?#@\\]+(\/[^?#]*)?$/i;

/** Whether a text is an http(s) URL without user, query and fragment: paths of the contract can be appended to it. */
export const isBaseUrl = (text: string): boolean =>
  baseUrlForm.test(text) && URL.canParse(text);
