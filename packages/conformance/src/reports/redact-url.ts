import { redactText } from './redact-text.ts';
import { redacted } from './scrubber.ts';
import { secretMembers } from './secret-names.ts';

/** A URL without secrets, and without its fragment. It can be read as a URL still. */
export function redactUrl(url: string, scrub: (text: string) => string): string {
  const [, place = '', query] = /^([^?#]*)(?:\?([^#]*))?/.exec(url) ?? [];
  const [, origin = '', path = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/]*)?(.*)$/is.exec(place) ?? [];
  // A host has no brackets but those of IPv6 (RFC 3986, section 3.2.2).
  const host = redactText(origin, scrub).replaceAll(redacted, 'redacted');
  const rest = query === undefined ? path : `${path}?${withoutMembers(query)}`;
  return host + redactText(rest, scrub).replaceAll(redacted, encodeURIComponent(redacted));
}

/** A query without the values of members that are secret, however their names are encoded. */
function withoutMembers(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name] = new URLSearchParams(pair).keys();
      return name !== undefined && secretMembers.has(name)
        ? `${pair.split('=', 1)[0]}=${redacted}`
        : pair;
    })
    .join('&');
}
