/** How requests of an operation are authenticated. */
import {
  childOf,
  type ContractOperation,
  textOf,
  upperFirst,
} from '@agent-conversation/contract';
import { code, enumerate, link } from '@agent-conversation/cli/markdown';
import type { Context } from './links.ts';

type Requirement = ContractOperation['security'][number];

const nothing = 'no authentication';

/** Where an API key is, other than in a header. */
const places: Readonly<Record<string, string>> = {
  query: 'the query parameter ',
  cookie: 'the cookie ',
};

/** The other types of security schemes (OpenAPI 3.1.1, section 4.8.27), with the scheme of HTTP. */
const schemeNames: Readonly<Record<string, string>> = {
  'http bearer': 'bearer token',
  'http basic': 'HTTP Basic',
  oauth2: 'OAuth 2.0',
  openIdConnect: 'OpenID Connect',
  mutualTLS: 'mutual TLS',
};

/** Returns what authenticates a request: one of the requirements, each with all of its schemes. */
export function authenticationText(
  context: Context,
  requirements: readonly Requirement[],
): string {
  const alternatives = requirements.map((requirement) => {
    const schemes = Object.entries(requirement).map(([name, scopes]) => {
      return schemeText(context, name, scopes);
    });
    const text = schemes.join(' and ') || nothing;
    const isGrouped = schemes.length > 1 && requirements.length > 1;
    return isGrouped ? `(${text})` : text;
  });
  return upperFirst(alternatives.join(' or ') || nothing);
}

function schemeText(
  { contract, linkTo }: Context,
  schemeName: string,
  scopes: readonly string[],
): string {
  const declared = contract.components.securitySchemes[schemeName];
  const read = (name: string) => textOf(childOf(declared, name));
  const type = read('type');
  const guide = linkTo('guide', 'authentication');
  if (type === 'apiKey') {
    const place = places[read('in')] ?? '';
    return `${link('API key', guide)} in ${place}${code(read('name'))}`;
  }
  const kind = `${type} ${read('scheme').toLowerCase()}`.trim();
  const text = link(schemeNames[kind] ?? kind, guide);
  const names = enumerate(scopes.map(code));
  return names === '' ? text : `${text} with ${names}`;
}
