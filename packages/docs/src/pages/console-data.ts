/** The data of the console of an operation, which a script hands to it. */
import {
  branchesOf,
  type ContractOperation,
  nameOf,
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
  const { operationId, method, path, parameters, security, requestBody, responses } = operation;
  const { contract } = sources;
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  const [scheme = ''] = schemes;
  const body = resolve(contract, requestBody?.schema).value as Schema | undefined;
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    parameters: parameters.map((parameter) => {
      const { name, in: place, required = false, schema, description } = parameter;
      const described = { description, ...schema } as Schema;
      const source = sourceOf(sources, name);
      return { ...fieldOf(sources, name, described, required), in: place, source };
    }),
    hasBody: requestBody !== undefined,
    properties: Object.entries(body?.properties ?? {}).map(([name, schema]) => {
      const required = body?.required?.includes(name) ?? false;
      return fieldOf(sources, name, schema, required);
    }),
    keyHeader: contract.components.securitySchemes[scheme]?.name ?? '',
    secrets: secretNamesIn(contract),
    secretQueries: secretQueryNamesIn(contract),
    statuses: Object.fromEntries(
      Object.keys(responses).map((status) => [status, statusTitle(status)]),
    ),
    requests: sources.samplesOf(operationId).map(({ request }) => request),
  };
}

function fieldOf(sources: Sources, name: string, schema: Schema, required: boolean) {
  const { contract } = sources;
  const { description = '', default: preset } = resolve(contract, schema).value as Schema;
  const branches = branchesOf(contract, schema).map(({ value }) => value as Schema);
  const types = branches.flatMap((branch) => branch.type ?? 'any');
  const [type, ...others] = types.filter((each) => each !== 'null');
  const enumerated = branches.flatMap((branch) => branch.enum ?? []);
  const listed = type === 'boolean' ? [true, false] : enumerated;
  const values = others.length > 0 ? [] : listed;
  // The console links to no schema.
  const inWords = plainText(typeText({ ...sources, linkTo: () => '' }, schema));
  return {
    name,
    required,
    description: plainText(description),
    typeText: required ? `${inWords}, required` : inWords,
    /** The only type, apart from null. */
    type: others.length > 0 ? undefined : type,
    values,
    /** Whether what is entered is text, and not JSON. */
    isText: type === 'string' && values.length + others.length === 0,
    placeholder: textOf(preset),
  };
}

/** The path of a GET that lists what a parameter such as `sandbox_id` identifies: a page of `Sandbox`, by the name. */
function sourceOf({ contract, operations }: Sources, parameter: string): string | undefined {
  const wanted = /^(\w+)_id$/.exec(parameter)?.[1]?.replaceAll('_', '');
  const listing = operations.find(({ method, parameters, responses }) => {
    const page = resolve(contract, responses['200']?.schema).value as Schema | undefined;
    const $ref = page?.properties?.['items']?.items?.$ref ?? '';
    const isPlain = method === 'get' && !parameters.some(({ required }) => required);
    return isPlain && nameOf($ref).toLowerCase() === wanted;
  });
  return listing?.path;
}
