import { expect, test } from 'vitest';
import { authenticationText } from './authentication.ts';
import type { Context } from './links.ts';

const securitySchemes = {
  Header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  Query: { type: 'apiKey', in: 'query', name: 'api_key' },
  Cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  Bearer: { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' },
  Basic: { type: 'http', scheme: 'basic' },
  Digest: { type: 'http', scheme: 'digest' },
  OAuth: { type: 'oauth2', flows: {} },
  OpenId: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example' },
  Certificate: { type: 'mutualTLS' },
};
const context = {
  contract: { components: { securitySchemes } },
  linkTo: (kind: string, name: string) => `${kind}:${name}`,
} as unknown as Context;

const key = '[API key](guide:authentication)';

test.each([
  {
    name: 'a key in a header',
    security: [{ Header: [] }],
    text: `${key} in \`X-Key\``,
  },
  {
    name: 'a key in the query',
    security: [{ Query: [] }],
    text: `${key} in the query parameter \`api_key\``,
  },
  {
    name: 'a key in a cookie',
    security: [{ Cookie: [] }],
    text: `${key} in the cookie \`sid\``,
  },
  {
    name: 'a token',
    security: [{ Bearer: [] }],
    text: '[bearer token](guide:authentication)',
  },
  {
    name: 'Basic',
    security: [{ Basic: [] }],
    text: '[HTTP Basic](guide:authentication)',
  },
  {
    name: 'another scheme',
    security: [{ Digest: [] }],
    text: '[http digest](guide:authentication)',
  },
  {
    name: 'OAuth with scopes',
    security: [{ OAuth: ['read:pets', 'admin'] }],
    text: '[OAuth 2.0](guide:authentication) with `read:pets` and `admin`',
  },
  {
    name: 'OpenID',
    security: [{ OpenId: [] }],
    text: '[OpenID Connect](guide:authentication)',
  },
  {
    name: 'TLS',
    security: [{ Certificate: [] }],
    text: '[mutual TLS](guide:authentication)',
  },
  {
    name: 'one of several',
    security: [{ Header: [] }, { Query: [], Basic: [] }],
    text:
      `${key} in \`X-Key\` or (${key} in the query parameter \`api_key\` and ` +
      '[HTTP Basic](guide:authentication))',
  },
  {
    name: 'several at once',
    security: [{ Header: [], Cookie: [] }],
    text: `${key} in \`X-Key\` and ${key} in the cookie \`sid\``,
  },
  {
    name: 'an optional key',
    security: [{ Header: [] }, {}],
    text: `${key} in \`X-Key\` or no authentication`,
  },
  { name: 'nothing', security: [], text: 'No authentication' },
  { name: 'an empty requirement', security: [{}], text: 'No authentication' },
])('$name is stated', ({ security, text }) => {
  expect(
    authenticationText(context, security as Record<string, string[]>[]),
  ).toBe(text);
});
