/** Compares where requests go, and which credentials they need: what holds for an operation in the end. */
import { isDeepStrictEqual } from 'node:util';
import { type Json, type JsonObject, listOf, objectOf, textOf } from '@agent-conversation/contract';

// ----- Servers

/** The addresses of a server: the one that is meant if nothing else is said comes first. */
export interface ServerAddresses {
  readonly template: string;
  readonly standard: string;
  readonly all: ReadonlySet<string>;
}

const mostAddresses = 1000;

/** Returns the addresses of servers; without any, that of the document (OpenAPI 3.1, section 4.8.1). */
export function addressesOf(servers: Json | undefined): readonly ServerAddresses[] {
  const list = listOf(servers);
  return (list.length > 0 ? list : [{ url: '/' }]).map((server) => {
    const { url, variables } = objectOf(server);
    const template = textOf(url);
    let all = [template];
    let standard = template;
    for (const [name, variable] of Object.entries(objectOf(variables))) {
      const value = textOf(objectOf(variable)['default']);
      const values = [value, ...listOf(objectOf(variable)['enum']).map(textOf)];
      standard = standard.replaceAll(`{${name}}`, value);
      all = all.flatMap((each) => values.map((it) => each.replaceAll(`{${name}}`, it)));
      all = all.slice(0, mostAddresses);
    }
    return { template, standard, all: new Set(all) };
  });
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
  const list = listOf(security);
  return (list.length > 0 ? list : [{}]).map((requirement) =>
    Object.entries(objectOf(requirement)).map(([name, scopes]) => {
      return { scheme: identityOf(schemes[name]), name, scopes: listOf(scopes).map(textOf) };
    }),
  );
}

/** What a scheme makes clients send, without descriptions and hints. */
function identityOf(scheme: Json | undefined): Json {
  const { type, in: location, name, scheme: method, flows, openIdConnectUrl } = objectOf(scheme);
  const isHeader = location === 'header';
  return {
    type: type ?? null,
    in: location ?? null,
    // Names of headers and authentication schemes have no case (RFC 9110, sections 5.1 and 11.1).
    name: isHeader ? textOf(name).toLowerCase() : (name ?? null),
    scheme: method === undefined ? null : textOf(method).toLowerCase(),
    openIdConnectUrl: openIdConnectUrl ?? null,
    flows: Object.fromEntries(
      Object.entries(objectOf(flows)).map(([flow, value]) => {
        const { authorizationUrl = null, tokenUrl = null } = objectOf(value);
        return [flow, { authorizationUrl, tokenUrl }];
      }),
    ),
  };
}

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
export function changedSchemes(before: readonly Alternative[], after: readonly Alternative[]) {
  const keyOf = (all: readonly Alternative[]) =>
    JSON.stringify(all.map((demands) => demands.map(({ name, scopes }) => [name, scopes])));
  if (keyOf(before) !== keyOf(after)) return [];
  const others = new Map(after.flat().map((demand) => [demand.name, demand]));
  return before.flat().flatMap((demand) => {
    const other = others.get(demand.name)!;
    if (isSameScheme(demand.scheme, other.scheme)) return [];
    return [
      { name: demand.name, base: schemeText(demand.scheme), current: schemeText(other.scheme) },
    ];
  });
}

/** Flows that are added change nothing for those who use another one. */
function isSameScheme(before: Json, after: Json): boolean {
  const { flows: known, ...one } = objectOf(before);
  const { flows, ...other } = objectOf(after);
  const isKept = Object.entries(objectOf(known)).every(([name, flow]) =>
    isDeepStrictEqual(flow, objectOf(flows)[name]),
  );
  return isKept && isDeepStrictEqual(one, other);
}

/** Names what alternatives demand. */
export function securityText(alternatives: readonly Alternative[]): string {
  const texts = alternatives.map((demands) => demands.map(demandText).join(' and ') || 'nothing');
  return texts.join(', or ');
}

function demandText({ name, scheme, scopes }: Demand): string {
  const where = schemeText(scheme);
  return `${name} (${where})${scopes.length > 0 ? ` with ${scopes.join(', ')}` : ''}`;
}

/** Names what a scheme makes clients send. */
function schemeText(scheme: Json): string {
  const { type, in: location, name, scheme: method, flows, openIdConnectUrl } = objectOf(scheme);
  const addresses = Object.entries(objectOf(flows)).map(
    ([flow, value]) => `${flow} ${textOf(value)}`,
  );
  const texts = [type, location, name, method, openIdConnectUrl, ...addresses];
  return texts
    .filter((text) => text !== null && text !== '')
    .map(textOf)
    .join(' ');
}
