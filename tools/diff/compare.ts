/** Compares two contracts: the differ says what differs and where, `rules.yaml` and oasdiff say what that means. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  childOf,
  generationOf,
  isList,
  type Json,
  nameOf,
  stepsOf,
  targetOf,
  textOf,
} from '@agent-conversation/contract';
import { type Contract, type Document, readContract, shortened } from './contract.ts';
import { differences } from './differ.ts';
import { elementName, provenanceAt, type Usage, usageOf } from './elements.ts';
import type { Both, Difference, Side } from './pair.ts';
import { type Change, effects } from './model.ts';
import { normalizePair } from './normalize.ts';
import { type OasdiffChange, nearestTo, runOasdiff } from './oasdiff.ts';
import { decide, templateOf } from './rules.ts';

/**
 * Returns every difference between two bundles once: breaking changes first, then by JSON Pointer.
 *
 * @throws {CommandError} if one of them is no OpenAPI 3.1 document
 */
export async function compareContracts(base: Document, current: Document): Promise<Change[]> {
  const contracts = { base: readContract(base), current: readContract(current) };
  const [left, right] = normalizePair(contracts.base.root, contracts.current.root);
  const found = differences(left, right);
  const reported = isDeepStrictEqual(left, right) ? [] : await runOasdiff(left, right);
  const explained = Map.groupBy(reported, (it) => nearestTo(it, found));
  const unseen = (explained.get(undefined) ?? [])
    .filter(({ isBreaking }) => isBreaking)
    .map((it) => [`${it.check} ${it.base} ${it.current}`, unseenBy(it)] as const);
  const usage = { base: usageOf(left), current: usageOf(right) };
  const make = (difference: Difference) =>
    changeOf(difference, explained.get(difference) ?? [], contracts, usage);
  return inOrder([
    ...found.map(make),
    ...[...new Map(unseen).values()].map((it): Change => ({ ...make(it), seenBy: ['oasdiff'] })),
  ]);
}

/** Sorts changes by effect, then by pointer, rule and message. */
export function inOrder(changes: readonly Change[]): Change[] {
  const key = ({ effect, pointer, rule, message }: Change) =>
    [effects.indexOf(effect), pointer, rule, message].join('\n');
  return changes.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** Converts what only oasdiff reports. */
function unseenBy({ check, text, base = '', current = '' }: OasdiffChange): Difference {
  const element = {
    base: { pointer: base || current, value: null },
    current: { pointer: current || base, value: null },
  };
  const value = `${text} (${check})`;
  return { rule: 'oasdiff', element, part: element, value, operations: [], behind: [] };
}

// ----- Changes

/** The side that a message and a location refer to. */
const sideOf = ({ current }: Both<Side>) => (current.value === undefined ? 'base' : 'current');

function changeOf(
  difference: Difference,
  reported: readonly OasdiffChange[],
  contracts: Both<Contract>,
  usage: Both<Usage>,
): Change {
  const { rule, element, part } = difference;
  const side = sideOf(element);
  const isNew = element.base.value === undefined;
  const { root, locate } = contracts[side];
  const { pointer } = element[side];
  const uses = usesOf(difference, usage);
  const operations = [...new Map(uses.map(({ operation }) => [operation.id, operation])).values()];
  const ids = new Set([...operations.map(({ id }) => id), ...difference.operations]);
  const { effect, breaks, migration } = decide(difference, uses, reported);
  const released = provenanceAt(contracts.base.root, element.base.pointer);
  const provenance = isNew ? provenanceAt(root, pointer) : released;
  const isOnlyAssumed = released === 'assumed' && provenance === 'assumed';
  const generations = new Set(operations.map(({ path }) => generationOf(path)));
  const [one = 'none'] = generations;
  const generation = generations.size > 1 ? 'both' : one;
  const legacy = isNew && generation === 'v0' ? ' (an addition to the legacy generation)' : '';
  return {
    rule,
    effect,
    breaks,
    needsApproval: effect === 'breaking' && !isOnlyAssumed,
    pointer,
    location: locate(part[side].pointer),
    operations: [...ids].toSorted(),
    generation,
    provenance,
    message: `${elementName(root, pointer)}: ${messageOf(difference)}${legacy}.`,
    migration: fill(migration, difference),
    fingerprint: fingerprintOf([provenance, factsOf(difference, contracts)]),
    seenBy: reported.length > 0 ? ['own', 'oasdiff'] : ['own'],
  };
}

/** Only clients of the released contract can break: a new use of an element affects nobody. */
function usesOf({ element }: Difference, usage: Both<Usage>) {
  const before = usage.base(element.base.pointer);
  const after = usage.current(element.current.pointer);
  const both = before.flatMap(({ direction, operation }) => {
    const isSame = (it: typeof operation) =>
      it.id === operation.id || it.pointer === operation.pointer;
    return after.find((it) => it.direction === direction && isSame(it.operation)) ?? [];
  });
  return both.length > 0 ? both : [...before, ...after];
}

// ----- Messages

function messageOf(difference: Difference): string {
  const { rule, behind } = difference;
  const parts = behind.map((it) => `\`${nameOf(it.element.current.pointer)}\` ${messageOf(it)}`);
  if (parts.length > 3) parts.splice(3, Infinity, '…');
  return [fill(templateOf(rule), difference), ...parts].join('; ');
}

const fill = (template: string, { part, value }: Difference): string =>
  template
    .replaceAll('{before}', () => shown(part.base.value))
    .replaceAll('{after}', () => shown(part.current.value))
    .replaceAll('{value}', () => value);

/** Writes a value in a sentence. */
function shown(value: Json | undefined): string {
  if (value === undefined) return 'none';
  const $ref = childOf(value, '$ref');
  if (typeof $ref === 'string') return `\`${targetOf($ref).replace('/components/', '')}\``;
  if (isList(value) && value.every((it) => typeof it !== 'object')) {
    return value.join(', ') || 'an empty list';
  }
  return shortened(textOf(value), 120);
}

// ----- Fingerprints

/** Returns the fingerprint of some facts. */
export const fingerprintOf = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);

/** Returns what differs and how, without the words of the message. */
function factsOf(
  { rule, element, part, value, behind }: Difference,
  contracts: Both<Contract>,
): Json {
  const side = sideOf(element);
  const steps = stableSteps(contracts[side].root, element[side].pointer);
  const values = part === element ? [] : [part.base.value ?? null, part.current.value ?? null];
  return [rule, steps, value, values, behind.map((it) => factsOf(it, contracts))];
}

/** Keywords that identify the items of a list. */
const identifying = ['$ref', 'in', 'name', 'url', 'from', 'to', 'operation', 'cause'];

/** Returns the steps of a pointer; items have names instead of positions, which other items may change. */
function stableSteps(root: Json, pointer: string): Json {
  let value: Json | undefined = root;
  return stepsOf(pointer).map((name) => {
    const isItem = isList(value);
    value = childOf(value, name);
    const known = identifying
      .map((it) => childOf(value, it))
      .filter((it) => typeof it === 'string');
    return isItem && known.length > 0 ? known.join(' ') : name;
  });
}
