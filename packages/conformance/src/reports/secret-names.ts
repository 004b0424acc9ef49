import { contract } from '../contract.ts';

/** The names of all members that the contract marks as secret, such as `session_api_key`. */
export const secretMembers: ReadonlySet<string> = new Set(namesIn(contract));

/** The headers that let somebody in, in small letters: those of the contract, and those of HTTP. */
export const secretHeaders: ReadonlySet<string> = new Set([
  ...Object.values(contract.components.securitySchemes)
    .map((scheme) => scheme as { readonly in?: string; readonly name?: string })
    .flatMap((scheme) =>
      scheme.in === 'header' && scheme.name ? [scheme.name.toLowerCase()] : [],
    ),
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
]);

function namesIn(value: object): string[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member !== 'object' || member === null) return [];
    return 'x-secret' in member && member['x-secret'] === true ? [name] : namesIn(member);
  });
}
