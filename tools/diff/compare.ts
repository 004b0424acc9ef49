/** Compares two contracts: the differ says what differs and where, `rules.yaml` and oasdiff say what that means. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { childOf, isList, type Json, stepsOf, targetOf } from '@agent-conversation/contract';
import { type Contract, type Document, readContract } from './contract.ts';
import { differences } from './differ.ts';
import type { Difference, Side } from './difference.ts';
import { elementName } from './element-name.ts';
import { type Breaks, type Change, type Effect, effects } from './model.ts';
import { normalizePair } from './normalize.ts';
import { affectedBy, type Finding, runOasdiff } from './oasdiff.ts';
import { type Direction, generationOf, provenanceAt, type Usage, usageOf } from './operations.ts';
import { meaningOf, migrationOf, rowOf } from './rules.ts';

/**
 * Every difference between two bundles, reported once: breaking changes first, then by JSON Pointer.
 *
 * @throws {CommandError} if one of them is no OpenAPI 3.1 document
 */
export async function compareContracts(
  base: Document,
  current: Document,
): Promise<readonly Change[]> {
  const [before, after] = [readContract(base), readContract(current)];
  if (isDeepStrictEqual(before.root, after.root)) return [];
  const [left, right] = normalizePair(before.root, after.root);
  const found = differences(left, right);
  const findings = isDeepStrictEqual(left, right) ? [] : await runOasdiff(left, right);
  const usage = { base: usageOf(left), current: usageOf(right) };
  const explained = new Map<Difference, Finding[]>();
  const alone: Finding[] = [];
  for (const finding of findings ?? []) {
    const nearest = nearestTo(finding, found);
    if (nearest) explained.set(nearest, [...(explained.get(nearest) ?? []), finding]);
    else if (finding.isBreaking) alone.push(finding);
  }
  const make = (difference: Difference) =>
    changeOf(difference, explained.get(difference) ?? [], before, after, usage);
  const unseen = new Map(alone.map((it) => [`${it.check} ${it.base} ${it.current}`, it]));
  return inOrder([
    ...found.map(make),
    ...[...unseen.values()].map((it) => ({ ...make(unseenBy(it)), seenBy: ['oasdiff'] as const })),
  ]);
}

/** Sorted by effect, then by pointer, rule and message. */
export function inOrder(changes: readonly Change[]): readonly Change[] {
  const key = ({ effect, pointer, rule, message }: Change) =>
    [effects.indexOf(effect), pointer, rule, message].join('\n');
  return changes
    .map((change) => ({ change, key: key(change) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ change }) => change);
}

/** What only oasdiff reports. */
function unseenBy({ check, text, base = '', current = '' }: Finding): Difference {
  const element = {
    base: { pointer: base || current, value: null },
    current: { pointer: current || base, value: null },
  };
  return {
    rule: 'oasdiff',
    element,
    part: element,
    value: `${text} (${check})`,
    operations: [],
    behind: [],
  };
}

/** The difference at the pointer of a finding, or the nearest one around or inside of it. */
function nearestTo(finding: Finding, all: readonly Difference[]): Difference | undefined {
  let best: Difference | undefined;
  let least = Infinity;
  for (const difference of all) {
    const distance = Math.min(...sidesOf(difference).map((side) => distanceTo(side, finding)));
    if (distance < least) [best, least] = [difference, distance];
  }
  return best;
}

/** The elements that a difference is about, and what they refer to. */
function sidesOf({
  element,
  part,
  behind,
}: Difference): { readonly name: 'base' | 'current'; readonly pointer: string }[] {
  const own = [element, part].flatMap(({ base, current }) => [
    ...pointersOf(base).map((pointer) => ({ name: 'base' as const, pointer })),
    ...pointersOf(current).map((pointer) => ({ name: 'current' as const, pointer })),
  ]);
  return [...own, ...behind.flatMap(sidesOf)];
}

function pointersOf({ pointer, value }: Side): string[] {
  const $ref = childOf(value, '$ref');
  return typeof $ref === 'string' ? [pointer, targetOf($ref)] : [pointer];
}

function distanceTo(
  { name, pointer }: { readonly name: 'base' | 'current'; readonly pointer: string },
  finding: Finding,
): number {
  const other = finding[name];
  if (other === undefined || other === '' || pointer === '' || pointer.includes('/x-'))
    return Infinity;
  const [short, long] = pointer.length < other.length ? [pointer, other] : [other, pointer];
  return long === short || long.startsWith(`${short}/`)
    ? long.slice(short.length).split('/').length - 1
    : Infinity;
}

interface Decision {
  readonly effect: Effect;
  readonly breaks: readonly Breaks[];
  readonly migration: string;
}

const directions: readonly Direction[] = ['request', 'response'];
const order: readonly Breaks[] = ['sender', 'receiver', 'source'];

/** The only place that decides what a difference means. */
function decide(
  { rule, behind, element }: Difference,
  used: readonly Direction[],
  findings: readonly Finding[],
  isUsed: boolean,
): Decision {
  if (rule === 'reference')
    return worst(
      behind.map((it) => decide(it, used, findings, isUsed)),
      used,
    );
  const known = (used.length > 0 ? used : directions).map((direction) =>
    meaningOf(rule, direction),
  );
  if (known.every((it) => it !== undefined)) return worst(known);
  const breaking = findings.filter(({ isBreaking }) => isBreaking);
  if (breaking.length === 0 && findings.length > 0)
    return { effect: 'compatible', breaks: [], migration: '' };
  // oasdiff does not look at what no operation uses.
  if (!isUsed && rule.endsWith('-added') && element.base.value === undefined)
    return { effect: 'compatible', breaks: [], migration: '' };
  const affected = breaking.map(affectedBy);
  const wire = used.map((it): Breaks => (it === 'request' ? 'sender' : 'receiver'));
  const fallback: readonly Breaks[] = wire.length > 0 ? wire : ['sender', 'receiver'];
  const breaks = order.filter((it) => (affected.length > 0 ? affected : fallback).includes(it));
  return { effect: 'breaking', breaks, migration: migrationOf(rule, breaks) };
}

function worst(all: readonly Decision[], used: readonly Direction[] = []): Decision {
  const effect = effects.find((it) => all.some((other) => other.effect === it)) ?? 'editorial';
  const hasWire = all.some(({ breaks }) => breaks.some((it) => it !== 'source'));
  // Where clients break on the wire, their programs have to change anyway.
  const breaks = order.filter(
    (it) =>
      all.some((other) => other.breaks.includes(it)) &&
      !(it === 'source' && hasWire && used.length > 0),
  );
  const migration = [...new Set(all.map((it) => it.migration))]
    .filter((it) => it !== '')
    .slice(0, 3)
    .join(' ');
  return { effect, breaks, migration };
}

function changeOf(
  difference: Difference,
  findings: readonly Finding[],
  before: Contract,
  after: Contract,
  usage: Readonly<Record<'base' | 'current', Usage>>,
): Change {
  const { rule, element, part } = difference;
  const isGone = element.current.value === undefined;
  const isNew = element.base.value === undefined;
  const uses = usesOf(difference, usage);
  const used = directions.filter((it) => uses.some(({ direction }) => direction === it));
  const operations = [...new Map(uses.map(({ operation }) => [operation.id, operation])).values()];
  const { effect, breaks, migration } = decide(difference, used, findings, uses.length > 0);
  const provenanceBefore = provenanceAt(before.root, element.base.pointer);
  const provenance = isNew ? provenanceAt(after.root, element.current.pointer) : provenanceBefore;
  const isOnlyAssumed = provenanceBefore === 'assumed' && provenance === 'assumed';
  const generation = generationOf(operations);
  const side = isGone ? element.base : element.current;
  const name = elementName((isGone ? before : after).root, side.pointer);
  const legacy = isNew && generation === 'v0' ? ' (an addition to the legacy generation)' : '';
  return {
    rule,
    effect,
    breaks,
    needsApproval: effect === 'breaking' && !isOnlyAssumed,
    pointer: side.pointer,
    location: isGone ? before.locate(part.base.pointer) : after.locate(part.current.pointer),
    operations: [
      ...new Set([...operations.map(({ id }) => id), ...difference.operations]),
    ].toSorted(),
    generation,
    provenance,
    message: `${name}: ${messageOf(difference)}${legacy}.`,
    migration: fill(migration, difference),
    fingerprint: fingerprintOf(difference, provenance, before, after),
    seenBy: findings.length > 0 ? ['own', 'oasdiff'] : ['own'],
  };
}

/** Only clients of the released contract can break: a new use of an element affects nobody. */
function usesOf({ element }: Difference, usage: Readonly<Record<'base' | 'current', Usage>>) {
  const before = usage.base(element.base.pointer);
  const after = usage.current(element.current.pointer);
  const counterpart = (use: (typeof before)[number]) =>
    after.find(
      ({ direction, operation }) =>
        direction === use.direction &&
        (operation.id === use.operation.id || operation.pointer === use.operation.pointer),
    );
  const both = before.flatMap((use) => counterpart(use) ?? []);
  return both.length > 0 ? both : [...before, ...after];
}

function messageOf(difference: Difference): string {
  const own = fill(rowOf(difference.rule).message, difference);
  const behind = difference.behind.slice(0, 3).map((it) => `${lastName(it)} ${messageOf(it)}`);
  return behind.length > 0
    ? `${own}; ${behind.join('; ')}${difference.behind.length > 3 ? '; …' : ''}`
    : own;
}

const lastName = ({ element }: Difference) =>
  `\`${stepsOf(element.current.pointer).at(-1) ?? ''}\``;

function fill(template: string, { part, value }: Difference): string {
  const words = { before: shown(part.base.value), after: shown(part.current.value), value };
  return template.replaceAll(
    /\{(before|after|value)\}/g,
    (_, name: keyof typeof words) => words[name],
  );
}

/** A value in a sentence. */
function shown(value: Json | undefined): string {
  if (value === undefined) return 'none';
  const $ref = childOf(value, '$ref');
  if (typeof $ref === 'string') return `\`${targetOf($ref).replace('/components/', '')}\``;
  if (isList(value) && value.every((it) => typeof it !== 'object'))
    return value.length > 0 ? value.join(', ') : 'an empty list';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** Depends on what differs and how, and not on the words of the message. */
function fingerprintOf(
  difference: Difference,
  provenance: string,
  before: Contract,
  after: Contract,
): string {
  const facts = [provenance, factsOf(difference, before, after)];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
}

function factsOf(
  { rule, element, part, value, behind }: Difference,
  before: Contract,
  after: Contract,
): Json {
  const isGone = element.current.value === undefined;
  const place = isGone
    ? stable(before.root, element.base.pointer)
    : stable(after.root, element.current.pointer);
  const values = part === element ? [] : [part.base.value ?? null, part.current.value ?? null];
  return [rule, place, value, values, behind.map((it) => factsOf(it, before, after))];
}

/** A pointer in which items have names in place of positions, so that a new item before them changes nothing. */
function stable(root: Json, pointer: string): Json {
  let value: Json | undefined = root;
  return stepsOf(pointer).map((name) => {
    const around: Json | undefined = value;
    value = childOf(value, name);
    if (!isList(around)) return name;
    const known = ['$ref', 'in', 'name', 'url', 'from', 'to', 'operation', 'cause'].map((it) =>
      childOf(value, it),
    );
    return known.some((it) => typeof it === 'string')
      ? known.filter((it) => typeof it === 'string').join(' ')
      : name;
  });
}
