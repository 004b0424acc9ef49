/** The data of the console of an operation, which a script hands to it. */
import {
  branchesOf,
  type Contract,
  type ContractOperation,
  nameOf,
  type Parameter,
  resolve,
  type Schema,
  secretNamesIn,
  secretQueryNamesIn,
  textOf,
} from '@agent-conversation/contract';
import type { Sources } from '../sources/sources.ts';
import { typeText } from './keywords.ts';
import { plainText } from './plain-text.ts';
import { statusTitle } from './status-title.ts';

/** What the console of an operation is made from. */
export type ConsoleData = ReturnType<typeof consoleData>;

/** A parameter or a property of the body, as a form shows it. */
export type ConsoleField = ReturnType<typeof fieldOf>;

/** Returns what the console of an operation is made from. */
export function consoleData(sources: Sources, operation: ContractOperation) {
  const {
    operationId,
    method,
    path,
    parameters,
    security,
    requestBody,
    responses,
  } = operation;
  const { contract } = sources;
  const keyHeader = keyHeaderOf(contract, security);
  const body = resolve(contract, requestBody?.schema).value as
    Schema | undefined;
  const properties = Object.entries(body?.properties ?? {});
  const titles = Object.keys(responses).map((status) => {
    return [status, statusTitle(status)] as const;
  });
  const sent = parameters.filter(isSendable);
  const leftOut = parameters.filter((parameter) => !isSendable(parameter));
  const notSent = leftOut.map(({ name, in: place }) => `${name} (${place})`);
  const isAnonymous = security.every(
    (requirement) => Object.keys(requirement).length === 0,
  );
  if (!isAnonymous && keyHeader === '') notSent.push('credentials');
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    /** What the service takes, and the console cannot send. */
    notSent,
    parameters: sent.map((parameter) => {
      const {
        name,
        in: place,
        required = false,
        schema,
        description,
      } = parameter;
      const described = { description, ...schema } as Schema;
      return {
        ...fieldOf(sources, name, described, required),
        in: place,
        source: sourceOf(sources, name),
      };
    }),
    hasBody: requestBody !== undefined,
    properties: properties.map(([name, schema]) => {
      const required = body?.required?.includes(name) ?? false;
      return fieldOf(sources, name, schema, required);
    }),
    keyHeader,
    secrets: secretNamesIn(contract),
    secretQueries: secretQueryNamesIn(contract),
    statuses: Object.fromEntries(titles),
    requests: sources.samplesOf(operationId).map(({ request }) => request),
  };
}

/** The header of the first API key that is accepted; empty if none is sent in a header. */
function keyHeaderOf(
  { components }: Contract,
  security: ContractOperation['security'],
): string {
  const schemes = security.flatMap((requirement) =>
    Object.keys(requirement).map((name) => components.securitySchemes[name]),
  );
  const key = schemes.find(
    (scheme) => scheme?.type === 'apiKey' && scheme.in === 'header',
  );
  return key?.name ?? '';
}

/**
 * Whether the console can send a parameter: no page can set a cookie, and lists are repeated in a query (OpenAPI
 * 3.1.1, section 4.8.12.2: style form, exploded).
 */
function isSendable({ in: place, style, explode }: Parameter): boolean {
  if (place === 'cookie') return false;
  if (place === 'query')
    return (style ?? 'form') === 'form' && explode !== false;
  return (style ?? 'simple') === 'simple';
}

function fieldOf(
  sources: Sources,
  name: string,
  schema: Schema,
  required: boolean,
) {
  const { contract } = sources;
  const target = resolve(contract, schema).value as Schema;
  const branches = branchesOf(contract, schema).map(
    ({ value }) => value as Schema,
  );
  const types = branches.flatMap((branch) => branch.type ?? 'any');
  const otherTypes = types.filter((type) => type !== 'null');
  /** The only type, apart from null. */
  const type = otherTypes.length === 1 ? otherTypes[0] : undefined;
  let values = branches.flatMap((branch) => branch.enum ?? []);
  if (type === 'boolean') values = [true, false];
  if (type === undefined) values = [];
  // The console links to no schema.
  const inWords = plainText(typeText({ ...sources, linkTo: () => '' }, schema));
  return {
    name,
    required,
    description: plainText(target.description ?? ''),
    typeText: required ? `${inWords}, required` : inWords,
    type,
    values,
    /** Whether what is entered is text, and not JSON. */
    isText: type === 'string' && values.length === 0,
    placeholder: textOf(target.default),
  };
}

/** The path of a GET that lists what a parameter such as `sandbox_id` identifies: a page of `Sandbox`, by the name. */
function sourceOf(
  { contract, operations }: Sources,
  parameter: string,
): string | undefined {
  const wanted = /^(\w+)_id$/.exec(parameter)?.[1]?.replaceAll('_', '');
  const listing = operations.find(({ method, parameters, responses }) => {
    const page = resolve(contract, responses['200']?.schema).value as
      Schema | undefined;
    const $ref = page?.properties?.['items']?.items?.$ref ?? '';
    const isPlain =
      method === 'get' && !parameters.some(({ required }) => required);
    return isPlain && nameOf($ref).toLowerCase() === wanted;
  });
  return listing?.path;
}
