/** Compares two contracts: what changed, whom it breaks, with a value that shows it, and what they do about it. */
import { createHash } from 'node:crypto';
import {
  childOf,
  generationOf,
  isList,
  type Json,
  type JsonObject,
  stepsOf,
} from '@agent-conversation/contract';
import { Comparison, type Found, type Pair } from './compare/comparison.ts';
import { compareDocuments } from './compare/documents.ts';
import {
  type Contract,
  type Document,
  readContract,
  upgradeBinary,
} from './contract.ts';
import { elementName, provenanceAt, shown } from './elements.ts';
import { type Breaks, type Change, effects } from './model.ts';
import { type Rule, rules } from './rules.ts';

/**
 * Returns every difference between two bundles once: breaking changes first, then by JSON Pointer.
 *
 * @throws {CommandError} if one of them is no OpenAPI 3 document
 */
export function compareContracts(base: Document, current: Document): Change[] {
  const contracts = {
    base: readContract(base),
    current: readContract(current),
  };
  const { base: before, current: after } = contracts;
  // Strings of both versions would differ in nothing but their notation.
  if (before.isEarly !== after.isEarly)
    for (const { root } of [before, after]) upgradeBinary(root);
  const comparison = new Comparison(before.root, after.root);
  compareDocuments(comparison);
  return inOrder(
    [...comparison.found.values()].map((found) => changeOf(found, contracts)),
  );
}

/** Sorts changes by effect, then by pointer, rule and message. */
export function inOrder(changes: readonly Change[]): Change[] {
  const key = ({ effect, pointer, rule, message }: Change) =>
    [effects.indexOf(effect), pointer, rule, message].join('\n');
  return changes.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** The side that a message and a location refer to. */
const sideOf = ({ current }: Pair): keyof Pair =>
  current.value === undefined ? 'base' : 'current';

const order: readonly Breaks[] = ['sender', 'receiver', 'source'];

function changeOf(found: Found, contracts: Pair<Contract>): Change {
  const { element, part, operations, paths, evidence } = found;
  const side = sideOf(element);
  const { root, locate } = contracts[side];
  const { pointer } = element[side];
  const isNew = element.base.value === undefined;
  const released = provenanceAt(contracts.base.root, element.base.pointer);
  const current = provenanceAt(root, pointer);
  const provenance = isNew ? current : released;
  const isOnlyAssumed = released === 'assumed' && current === 'assumed';

  const isLessSure = released !== 'assumed' && current === 'assumed';
  const isAsSure = found.rule === 'provenance-assumed' && !isLessSure;
  const rule = isAsSure ? 'provenance' : found.rule;
  const breaks = isAsSure ? [] : onWireFirst([...found.breaks]);
  const isBreaking = breaks.length > 0;
  const otherEffect =
    rules[rule].effect === 'editorial' ? 'editorial' : 'compatible';

  const generations = new Set([...paths].map(generationOf));
  const [generation = 'none'] = generations;
  const legacy =
    isNew && generation === 'v0'
      ? ' (an addition to the legacy generation)'
      : '';
  return {
    rule,
    effect: isBreaking ? 'breaking' : otherEffect,
    breaks: order.filter((it) => breaks.includes(it)),
    needsApproval: isBreaking && !isOnlyAssumed,
    pointer,
    location: locate(
      part[side].value === undefined ? pointer : part[side].pointer,
    ),
    operations: [...operations].toSorted(),
    generation: generations.size > 1 ? 'both' : generation,
    provenance,
    message: `${elementName(root, pointer)}: ${fill(rules[rule].message, found)}${legacy}.`,
    migration: isBreaking ? fill(migrationOf(rule, breaks), found) : '',
    fingerprint: fingerprintOf([
      provenance,
      factsOf({ ...found, rule }, contracts),
    ]),
    evidence,
    sources: [],
  };
}

/** Programs that break on the wire have to change anyway. */
function onWireFirst(breaks: readonly Breaks[]): readonly Breaks[] {
  const onWire = breaks.filter((party) => party !== 'source');
  return onWire.length > 0 ? onWire : breaks;
}

function migrationOf(rule: Rule, breaks: readonly Breaks[]): string {
  const { migration = '', effect } = rules[rule];
  if (typeof migration === 'string') return migration;
  // What breaks the types of those who read alone is part of responses.
  const isOnlyRead =
    breaks.includes('receiver') ||
    (breaks.includes('source') &&
      typeof effect === 'object' &&
      effect.request !== 'source');
  const isOnlySent = breaks.includes('sender');
  if (isOnlyRead === isOnlySent)
    return `${migration.request} ${migration.response}`;
  return isOnlyRead ? migration.response : migration.request;
}

const fill = (template: string, { part, value }: Found): string =>
  template
    .replaceAll('{before}', () => shown(part.base.value))
    .replaceAll('{after}', () => shown(part.current.value))
    .replaceAll('{value}', () => value);

// ----- Fingerprints

/** Returns the fingerprint of some facts. */
export const fingerprintOf = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);

/** Returns what differs and how, without the words of the message. */
function factsOf(
  { rule, element, part, value }: Found,
  contracts: Pair<Contract>,
): Json {
  const side = sideOf(element);
  const steps = stableSteps(contracts[side].root, element[side].pointer);
  const values = [part.base, part.current].map((it) => it.value ?? null);
  return [rule, steps, value, part === element ? [] : values];
}

/** Keywords that identify the items of a list. */
const identifying = [
  '$ref',
  'in',
  'name',
  'url',
  'from',
  'to',
  'operation',
  'cause',
];

/** Returns the steps of a pointer; items have names instead of positions, which other items may change. */
function stableSteps(root: JsonObject, pointer: string): Json {
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
