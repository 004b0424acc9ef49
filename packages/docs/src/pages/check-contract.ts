import { readFileSync } from 'node:fs';
import {
  childOf,
  childrenOf,
  type Contract,
  type ContractOperation,
  contractOperations,
  dereference,
  isPercentEncoded,
  pointerTo,
  referencesIn,
  resolve,
  type Schema,
  textOf,
  valueAt,
} from '@agent-conversation/contract';
import { Ajv, type ErrorObject } from 'ajv';
import { slug as slugOf } from 'github-slugger';
import { parse } from 'yaml';
import { BuildError } from '../build-error.ts';
import { shownKeywords } from './keywords.ts';

const file = new URL('contract.yaml', import.meta.url);
const validate = new Ajv({ strict: false, verbose: true })
  .addSchema({ enum: [...shownKeywords] }, 'keywords')
  .compile<Contract>(parse(readFileSync(file, 'utf8')) as object);

/** What pages show of components. */
const component =
  /^\/components\/(schemas|parameters|requestBodies|responses|headers|examples|links)\/[\w.-]+$/;

/** The most levels of a contract, as the time that pages take grows with more than their number. */
const mostLevels = 200;

/** Checks what pages read. @throws {BuildError} with the JSON Pointer of what they cannot show */
export function checkContract(contract: unknown): asserts contract is Contract {
  checkLevels(contract, '', 0);
  if (!validate(contract)) reject(contract, validate.errors!);
  for (const { pointer, target } of referencesIn(contract)) {
    const { value } = resolve(contract, { $ref: `#${target}` });
    const isCircle = childOf(value, '$ref') !== undefined;
    if (value === undefined || isCircle || !component.test(target))
      fail(pointer, `leads to no component that pages show: ${target}`);
  }
  checkSecurity(contract, contract.security, '');
  const addresses = new Map<string, string>();
  for (const [index, { name }] of contract.tags.entries()) {
    const pointer = `/tags/${index}`;
    const slug = slugOf(name);
    if (!/^[^-]/.test(slug))
      fail(`${pointer}/name`, `must begin with a letter or digit, is ${name}`);
    const former = addresses.get(slug);
    if (former !== undefined)
      fail(pointer, `has the address of ${former}: ${slug}`);
    addresses.set(slug, pointer);
  }
  const pointers = new Map<string, string>();
  const operations = contractOperations(contract);
  for (const operation of operations) {
    checkOperation(contract, operation, operations);
    const { operationId, pointer } = operation;
    // Disks of Windows and macOS do not distinguish case.
    const name = operationId.toLowerCase();
    const former = pointers.get(name);
    if (former !== undefined)
      fail(pointer, `has the operationId of ${former}: ${operationId}`);
    pointers.set(name, pointer);
  }
}

function checkLevels(part: unknown, pointer: string, level: number): void {
  if (level > mostLevels)
    fail(pointer, `is nested more than ${mostLevels} levels deep`);
  for (const [step, child] of childrenOf(part)) {
    checkLevels(child, pointerTo(pointer, step), level + 1);
  }
}

/** Fails with the first violation of the schema. */
function reject(contract: unknown, errors: readonly ErrorObject[]): never {
  const { keyword, instancePath, params, parentSchema } = errors[0]!;
  const names = errors.find((error) => error.keyword === 'propertyNames');
  const name = names?.params['propertyName'] as string | undefined;
  if (keyword === 'enum') {
    const advice =
      'Remove it, or say in packages/docs/src/pages/keywords.yaml what it means.';
    throw new BuildError(
      `No page shows \`${name}\` of ${instancePath}. ${advice}`,
    );
  }
  const step = (params['missingProperty'] as string | undefined) ?? name;
  const pointer = step ? pointerTo(instancePath, step) : instancePath;
  const { description, properties } = parentSchema as Schema;
  if (keyword === 'type' || keyword === 'required') {
    const type = params['type'] ?? properties?.[step!]?.type;
    const wanted = typeof type === 'string' ? `of type ${type}` : 'a schema';
    const value = valueAt(contract, pointer);
    const shown = value === undefined ? 'missing' : textOf(value);
    fail(pointer || 'openapi.json', `must be ${wanted}, is ${shown}`);
  }
  fail(pointer, description!);
}

function checkOperation(
  contract: Contract,
  { pointer, path, tags, security, responses }: ContractOperation,
  operations: readonly ContractOperation[],
): void {
  if (!isPercentEncoded(path))
    fail(pointer, 'has a path with a "%" that encodes nothing');
  checkSecurity(contract, security, pointer);
  const [tag = 'missing'] = tags;
  if (!contract.tags.some(({ name }) => name === tag))
    fail(`${pointer}/tags/0`, `must be a tag of /tags, is ${tag}`);
  for (const [status, { links = {} }] of Object.entries(responses)) {
    for (const [name, link] of Object.entries(links)) {
      const { operationId } = dereference(contract, link);
      const isKnown = operations.some((it) => it.operationId === operationId);
      const here = pointerTo(pointer, 'responses', status, 'links', name);
      if (!isKnown) fail(here, 'has no operationId of the contract');
    }
  }
}

/** Checks the security that an operation or a contract requires. */
function checkSecurity(
  { components }: Contract,
  requirements: ContractOperation['security'] = [],
  pointer: string,
): void {
  for (const name of requirements.flatMap(Object.keys)) {
    const isDeclared = Object.hasOwn(components.securitySchemes, name);
    if (!isDeclared)
      fail(`${pointer}/security`, `names no security scheme: ${name}`);
  }
}

function fail(pointer: string, problem: string): never {
  throw new BuildError(`${pointer} ${problem}.`);
}
