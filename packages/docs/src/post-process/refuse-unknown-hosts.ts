import { BuildError } from '../build-error.ts';

/** The hosts that the script of Redoc names, and loads nothing from. */
const knownHosts = new Set([
  // Names of XML namespaces and of the dialects of JSON Schema.
  'json-schema.org',
  'www.w3.org',
  // Comments and texts of errors.
  'commonmark.org',
  'en.wikipedia.org',
  'github.com',
  'react.dev',
  'reactrouter.com',
  'yarnpkg.com',
  // Links that a reader may follow: the one of the badge, and those in texts about OpenAPI.
  'redocly.com',
  // Addresses to resolve relative ones against, and examples.
  'example.com',
  'localhost',
  'localhost:4000',
  // The entries of a menu that a patch takes away.
  'chatgpt.com',
  'claude.ai',
]);

/** Refuses a script that names a host it did not name when it was read last, to look at it anew. */
export function refuseUnknownHosts(script: string): void {
  const named = [...script.matchAll(/(?:https?:|["'`])\/\/([a-z0-9][\w.:-]*)/gi)];
  const unknown = named.map(([, host = '']) => host).filter((host) => !knownHosts.has(host));
  if (unknown.length > 0) {
    const hosts = [...new Set(unknown)].join(', ');
    throw new BuildError(
      `The Redoc script names hosts that nobody has looked at: ${hosts}. ` +
        'See src/post-process/refuse-unknown-hosts.ts.',
    );
  }
}
