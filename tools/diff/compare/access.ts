/** Compares where requests go, and which credentials they need: what holds for an operation in the end. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  resolve,
  textOf,
} from '@agent-conversation/contract';

// ----- Servers

export interface ServerAddresses {
  readonly template: string;
  /** The one that is meant if nothing else is said. */
  readonly standard: string;
  readonly all: ReadonlySet<string>;
  /** Of addresses with a variable that may have any value. */
  readonly patterns: readonly RegExp[];
}

/** More addresses of a server are not written one by one. */
const mostAddresses = 1000;

/** Returns the addresses of servers; without any, that of the document (OpenAPI 3.1, section 4.8.1). */
export function addressesOf(
  servers: Json | undefined,
): readonly ServerAddresses[] {
  const list = listOf(servers);
  return (list.length > 0 ? list : [{ url: '/' }]).map((server) => {
    const { url, variables } = objectOf(server);
    const template = textOf(url);
    let all = [template];
    let standard = template;
    for (const [name, variable] of Object.entries(objectOf(variables))) {
      const value = textOf(objectOf(variable)['default']);
      const listed = listOf(objectOf(variable)['enum']).map(textOf);
      const isWhole = template === `{${name}}`;
      // Without a list, any value is possible: it stays as it is written, if the rest says where it leads.
      const values =
        listed.length > 0 || isWhole ? [value, ...listed] : [`{${name}}`];
      standard = standard.replaceAll(`{${name}}`, value);
      // As one address: with other values, it is another one.
      const written =
        all.length * values.length > mostAddresses
          ? [`(${[...new Set(values)].toSorted().join('|')})`]
          : values;
      all = all.flatMap((each) =>
        written.map((it) => each.replaceAll(`{${name}}`, it)),
      );
    }
    const addresses = all.map(normalized);
    const patterns = addresses
      .filter((each) => each.includes('{'))
      .map(patternOf);
    return {
      template,
      standard: normalized(standard),
      all: new Set(addresses),
      patterns,
    };
  });
}

function patternOf(address: string): RegExp {
  // What is nothing but a variable says nothing of where it leads.
  if (/^\{[^}]*\}$/.test(address)) return new RegExp(`^${escaped(address)}$`);
  const parts = address.split(/\{[^}]*\}/).map(escaped);
  return new RegExp(`^${parts.join('.+')}$`);
}

/** Writes equivalent addresses alike (RFC 3986, section 6.2), without the slash that paths begin with. */
function normalized(address: string): string {
  const isComplete = !address.includes('{') && URL.canParse(address);
  return (isComplete ? new URL(address).href : address).replace(/\/$/, '');
}

const escaped = (text: string): string => text.replaceAll(/[^\w/]/g, '\\$&');

/** Whether one of some servers has an address, also by a variable that may have any value. */
export function isServed(
  address: string,
  servers: readonly ServerAddresses[],
): boolean {
  return servers.some(
    ({ all, patterns }) =>
      all.has(address) || patterns.some((pattern) => pattern.test(address)),
  );
}

interface Target {
  readonly path: string;
  readonly servers: readonly ServerAddresses[];
}

/** Whether an operation has the same addresses: where the path of a server goes into its own path, or back. */
export function isSameAddress(one: Target, other: Target): boolean {
  const complete = ({ path, servers }: Target) =>
    servers
      .map(
        ({ standard }) => `${standard}${path.replaceAll(/\{[^}]*\}/g, '{}')}`,
      )
      .toSorted();
  return isDeepStrictEqual(complete(one), complete(other));
}

// ----- Security

/** A scheme and the scopes that are needed. */
interface Demand {
  readonly scheme: Json;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** What one alternative demands: all of it. */
export type Alternative = readonly Demand[];

/** Returns the alternatives of a security requirement; without any, one that demands nothing. */
export function alternativesOf(
  security: Json | undefined,
  root: JsonObject,
): readonly Alternative[] {
  const schemes = objectOf(objectOf(root['components'])['securitySchemes']);
  const schemeOf = (name: string) => resolve(root, schemes[name]).value;
  const list = listOf(security);
  return (list.length > 0 ? list : [{}]).map((requirement) =>
    Object.entries(objectOf(requirement)).map(([name, scopes]) => {
      return {
        scheme: identityOf(schemeOf(name)),
        name,
        scopes: listOf(scopes).map(textOf),
      };
    }),
  );
}

/** What a scheme makes clients send, without descriptions and hints. */
function identityOf(scheme: Json | undefined): Json {
  const { type, in: location, name, scheme: method, flows } = objectOf(scheme);
  const isHeader = location === 'header';
  return {
    type: type ?? null,
    in: location ?? null,
    // Names of headers and authentication schemes have no case (RFC 9110, sections 5.1 and 11.1).
    name: isHeader ? textOf(name).toLowerCase() : (name ?? null),
    scheme: method === undefined ? null : textOf(method).toLowerCase(),
    ...addressesIn(scheme, ['openIdConnectUrl', 'oauth2MetadataUrl']),
    flows: Object.fromEntries(
      Object.entries(objectOf(flows)).map(([grant, flow]) => [
        grant,
        addressesIn(flow, [
          'authorizationUrl',
          'tokenUrl',
          'refreshUrl',
          'deviceAuthorizationUrl',
        ]),
      ]),
    ),
  };
}

const addressesIn = (value: Json | undefined, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const address = objectOf(value)[name];
      return [name, typeof address === 'string' ? normalized(address) : null];
    }),
  );

/** Whether credentials for one alternative are enough for another one. */
export function isEnough(given: Alternative, needed: Alternative): boolean {
  return needed.every((demand) =>
    given.some(
      (each) =>
        isSameScheme(each.scheme, demand.scheme) &&
        demand.scopes.every((scope) => each.scopes.includes(scope)),
    ),
  );
}

/** Returns the schemes that are demanded as before, under the same names, and are others now. */
export function changedSchemes(
  before: readonly Alternative[],
  after: readonly Alternative[],
) {
  const keyOf = (all: readonly Alternative[]) =>
    JSON.stringify(
      all.map((demands) => demands.map(({ name, scopes }) => [name, scopes])),
    );
  if (keyOf(before) !== keyOf(after)) return [];
  const others = new Map(after.flat().map((demand) => [demand.name, demand]));
  return before.flat().flatMap((demand) => {
    const currentDemand = others.get(demand.name)!;
    if (isSameScheme(demand.scheme, currentDemand.scheme)) return [];
    return [
      {
        name: demand.name,
        base: schemeText(demand.scheme),
        current: schemeText(currentDemand.scheme),
      },
    ];
  });
}

/** Flows that are added change nothing for those who use another one. */
function isSameScheme(before: Json, after: Json): boolean {
  const { flows: known, oauth2MetadataUrl: address, ...one } = objectOf(before);
  const { flows, oauth2MetadataUrl: otherAddress, ...other } = objectOf(after);
  const isKept = Object.entries(objectOf(known)).every(([name, flow]) => {
    const another = objectOf(objectOf(flows)[name]);
    // An address that is added is one possibility more.
    const refreshUrl =
      objectOf(flow)['refreshUrl'] ?? another['refreshUrl'] ?? null;
    return isDeepStrictEqual({ ...objectOf(flow), refreshUrl }, another);
  });
  const hasSameAddress = address === null || address === otherAddress;
  return isKept && hasSameAddress && isDeepStrictEqual(one, other);
}

/** Names what alternatives demand. */
export function securityText(alternatives: readonly Alternative[]): string {
  const texts = alternatives.map(
    (demands) => demands.map(demandText).join(' and ') || 'nothing',
  );
  return texts.join(', or ');
}

function demandText({ name, scheme, scopes }: Demand): string {
  const where = schemeText(scheme);
  return `${name} (${where})${scopes.length > 0 ? ` with ${scopes.join(', ')}` : ''}`;
}

/** Names what a scheme makes clients send. */
function schemeText(scheme: Json): string {
  const { flows, oauth2MetadataUrl: _, ...others } = objectOf(scheme);
  const addresses = Object.entries(objectOf(flows)).map(
    ([grant, flow]) => `${grant} ${textOf(flow)}`,
  );
  return [...Object.values(others), ...addresses]
    .filter((text) => text !== null && text !== '')
    .map(textOf)
    .join(' ');
}
