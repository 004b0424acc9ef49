/** What pages need of a contract: lint requires it of this repository's, and a site can be made from others. */
import {
  childOf,
  childrenOf,
  isObject,
  isOfType,
  isPercentEncoded,
  type Json,
  listOf,
  type Operation,
  operationsOf,
  pointerTo,
  referencesIn,
  resolve,
  subschemasOf,
  textOf,
  valueAt,
} from '@agent-conversation/contract';
import { slug as slugOf } from 'github-slugger';
import { BuildError } from '../build-error.ts';

/** Types of JSON Schema by the names of properties. */
type Types = Readonly<Record<string, string>>;

/** By JSON Pointers, as lint requires the rest. */
const contractTypes: Types = {
  '/info/title': 'string',
  '/info/version': 'string',
  '/info/summary': 'string',
  '/info/description': 'string',
  '/tags': 'array',
  '/paths': 'object',
  '/components/schemas': 'object',
  '/components/securitySchemes': 'object',
};

const operationTypes: Types = {
  operationId: 'string',
  summary: 'string',
  description: 'string',
  tags: 'array',
  responses: 'object',
};

const textTypes: Types = {
  description: 'string',
};

const parameterTypes: Types = {
  name: 'string',
  in: 'string',
};

const sampleTypes: Types = {
  lang: 'string',
  label: 'string',
  source: 'string',
};

const schemaTypes: Types = {
  description: 'string',
  required: 'array',
  enum: 'array',
  properties: 'object',
  prefixItems: 'array',
  allOf: 'array',
  anyOf: 'array',
  oneOf: 'array',
};

const lifecycleTypes: Types = {
  initial: 'string',
  final: 'array',
  transitions: 'array',
  unchanged: 'array',
  rejected: 'array',
};

const securitySchemes = '/components/securitySchemes';

/** By the type of a security scheme. */
const schemeTypes: Readonly<Record<string, Types>> = {
  apiKey: { name: 'string', in: 'string' },
  http: { scheme: 'string' },
};

/** What pages show of components: their names are in addresses. */
const component =
  /^\/components\/(schemas|parameters|requestBodies|responses|headers|examples|links)\/[\w.-]+$/;

/** The most levels of a contract, as the time that pages take grows with more than their number. */
const mostLevels = 200;

/** Checks what pages read. @throws {BuildError} with the JSON Pointer of what they cannot show */
export function checkContract(contract: unknown): void {
  checkLevels(contract, '', 0);
  for (const [pointer, type] of Object.entries(contractTypes)) {
    checkType(valueAt(contract, pointer), pointer, type);
  }
  const tags = checkTags(contract);
  for (const { pointer, target } of referencesIn(contract)) {
    const { value } = resolve(contract, { $ref: `#${target}` });
    const isCircle = childOf(value, '$ref') !== undefined;
    if (value === undefined || isCircle || !component.test(target))
      fail(pointer, `leads to no component that pages show: ${target}`);
  }
  const schemas = '/components/schemas';
  for (const [name, schema] of childrenOf(valueAt(contract, schemas))) {
    const pointer = pointerTo(schemas, name);
    if (!component.test(pointer))
      fail(pointer, 'has characters that no name may have');
    checkSchema(schema, pointer);
  }
  for (const [name, scheme] of childrenOf(valueAt(contract, securitySchemes))) {
    const pointer = pointerTo(securitySchemes, name);
    checkTypes(scheme, pointer, { type: 'string' });
    const type = textOf(childOf(scheme, 'type'));
    checkTypes(scheme, pointer, schemeTypes[type] ?? {});
  }
  checkSecurity(contract, contract, '');
  rejectShownNowhere(contract, '', 'webhooks');
  rejectShownNowhere(contract, '', 'externalDocs');
  const pointers = new Map<string, string>();
  for (const operation of operationsOf(contract)) {
    checkOperation(contract, operation);
    const { id, pointer, value } = operation;
    const [tag] = listOf(value['tags']);
    const isListed = tags.some((name) => name === tag);
    if (!isListed)
      fail(`${pointer}/tags/0`, `must be a tag of /tags, is ${shown(tag)}`);
    // Disks of Windows and macOS do not distinguish case.
    const name = id.toLowerCase();
    const former = pointers.get(name);
    if (former !== undefined)
      fail(pointer, `has the operationId of ${former}: ${id}`);
    pointers.set(name, pointer);
  }
}

/** Returns the names of tags, after which sections and pages are called. */
function checkTags(contract: unknown): unknown[] {
  const pointers = new Map<string, string>();
  return childrenOf(childOf(contract, 'tags')).map(([index, tag]) => {
    const pointer = `/tags/${index}`;
    checkTypes(tag, pointer, { name: 'string' });
    checkPresent(tag, pointer, textTypes);
    rejectShownNowhere(tag, pointer, 'externalDocs');
    const name = textOf(childOf(tag, 'name'));
    const slug = slugOf(name);
    const isAddress = /^[^-]/.test(slug);
    if (!isAddress)
      fail(`${pointer}/name`, `must begin with a letter or digit, is ${name}`);
    const former = pointers.get(slug);
    if (former !== undefined)
      fail(pointer, `has the address of ${former}: ${slug}`);
    pointers.set(slug, pointer);
    return name;
  });
}

function checkLevels(part: unknown, pointer: string, level: number): void {
  if (level > mostLevels)
    fail(pointer, `is nested more than ${mostLevels} levels deep`);
  for (const [step, child] of childrenOf(part)) {
    checkLevels(child, pointerTo(pointer, step), level + 1);
  }
}

function checkOperation(
  contract: unknown,
  { pointer, path, value }: Operation,
): void {
  checkTypes(value, pointer, operationTypes);
  if (!isPercentEncoded(path))
    fail(pointer, 'has a path with a "%" that encodes nothing');
  checkSecurity(contract, value, pointer);
  rejectShownNowhere(value, pointer, 'callbacks');
  rejectShownNowhere(value, pointer, 'externalDocs');
  const samples = value['x-codeSamples'] ?? [];
  checkType(samples, `${pointer}/x-codeSamples`, 'array');
  for (const [index, sample] of childrenOf(samples)) {
    checkTypes(sample, `${pointer}/x-codeSamples/${index}`, sampleTypes);
  }
  for (const [parameter, at] of targetsIn(
    contract,
    value,
    pointer,
    'parameters',
  )) {
    checkTypes(parameter, at, parameterTypes);
    checkPresent(parameter, at, textTypes);
    if (childOf(parameter, 'name') === '')
      fail(`${at}/name`, 'must not be empty');
    checkSchema(childOf(parameter, 'schema'), `${at}/schema`);
  }
  for (const [response, at] of targetsIn(contract, value, pointer, 'responses'))
    checkMessage(contract, response, at);
  const body = resolve(contract, value['requestBody']);
  if (body.value)
    checkMessage(
      contract,
      body.value,
      body.pointer ?? `${pointer}/requestBody`,
    );
}

/** Rejects what no page shows, such as requests that the service sends. */
function rejectShownNowhere(
  part: unknown,
  pointer: string,
  name: string,
): void {
  const value = childOf(part, name);
  const isEmpty = value === undefined || childrenOf(value).length === 0;
  if (typeof value === 'string' || !isEmpty)
    fail(pointerTo(pointer, name), 'is shown on no page');
}

/** Checks the security that an operation or a contract requires. */
function checkSecurity(
  contract: unknown,
  part: unknown,
  pointer: string,
): void {
  const here = `${pointer}/security`;
  checkPresent(part, pointer, { security: 'array' });
  for (const [index, requirement] of childrenOf(childOf(part, 'security'))) {
    checkType(requirement, `${here}/${index}`, 'object');
    for (const [name, scopes] of childrenOf(requirement)) {
      const declared = valueAt(contract, pointerTo(securitySchemes, name));
      if (!declared) fail(here, `names no security scheme: ${name}`);
      checkType(scopes, pointerTo(here, index, name), 'array');
    }
  }
}

function checkMessage(contract: unknown, message: Json, pointer: string): void {
  checkPresent(message, pointer, textTypes);
  for (const [header, at] of targetsIn(contract, message, pointer, 'headers')) {
    checkPresent(header, at, textTypes);
    checkSchema(childOf(header, 'schema'), `${at}/schema`);
  }
  for (const [media, at] of targetsIn(contract, message, pointer, 'content')) {
    const schema = childOf(media, 'schema');
    if (schema !== undefined) checkSchema(schema, `${at}/schema`);
  }
  for (const [link, at] of targetsIn(contract, message, pointer, 'links')) {
    checkPresent(link, at, textTypes);
    rejectShownNowhere(link, at, 'requestBody');
    rejectShownNowhere(link, at, 'server');
    const values = childOf(link, 'parameters');
    for (const [name, value] of childrenOf(values))
      checkType(value, pointerTo(at, 'parameters', name), 'string');
    const operationId = childOf(link, 'operationId');
    const isKnown = operationsOf(contract).some(({ id }) => id === operationId);
    if (!isKnown) fail(at, 'has no operationId of the contract');
  }
}

/** The parts of a list or a map, each with its pointer. */
function targetsIn(
  contract: unknown,
  node: Json,
  pointer: string,
  name: string,
) {
  return childrenOf(childOf(node, name)).map(([step, child]) => {
    const target = resolve(contract, child);
    return [
      target.value!,
      target.pointer ?? pointerTo(pointer, name, step),
    ] as const;
  });
}

function checkSchema(schema: unknown, pointer: string): void {
  if (typeof schema === 'boolean') return;
  if (!isObject(schema))
    return fail(pointer, `must be a schema, is ${shown(schema)}`);
  checkPresent(schema, pointer, schemaTypes);
  const isNameless = childOf(schema['properties'], '') !== undefined;
  if (isNameless)
    fail(`${pointer}/properties`, 'must have no property with an empty name');
  const lifecycle = schema['x-lifecycle'];
  if (lifecycle)
    checkTypes(lifecycle, `${pointer}/x-lifecycle`, lifecycleTypes);
  for (const [step, inner] of subschemasOf(schema))
    checkSchema(inner, pointer + step);
}

function checkTypes(node: unknown, pointer: string, types: Types): void {
  for (const [name, type] of Object.entries(types)) {
    checkType(childOf(node, name), pointerTo(pointer, name), type);
  }
}

/** Checks the types of properties that a part may lack. */
function checkPresent(part: unknown, pointer: string, types: Types): void {
  for (const [name, type] of Object.entries(types)) {
    const value = childOf(part, name);
    if (value !== undefined) checkType(value, pointerTo(pointer, name), type);
  }
}

function checkType(value: unknown, pointer: string, type: string): void {
  if (!isOfType(value, type))
    fail(pointer, `must be of type ${type}, is ${shown(value)}`);
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : textOf(value);
}

function fail(pointer: string, problem: string): never {
  throw new BuildError(`${pointer} ${problem}.`);
}
