import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';
import type { ObjectStatements, OperationStatement } from './statement.ts';

/** What is assumed of an operation that no source has, as `assumed/<operationId>.yaml` states it. */
export interface AssumedOperation extends OperationStatement {
  /** Whether a client may repeat it. */
  readonly retry: 'safe' | 'unsent' | 'never';
  /** That the mock only answers it with its example; it goes when the mock is taught a behaviour. */
  readonly mock?: 'example';
  /** The names of its examples, as `exampleNames` of `decided.ts` has them. */
  readonly examples: Readonly<Record<string, readonly string[]>>;
  /** What may be called after an answer, as `links` of `decided.ts` has it. */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The objects that only assumed operations send and answer. */
  readonly objects?: ObjectStatements;
}

const folder = new URL('assumed/', import.meta.url);

/** The operations that no source has, by their operationId. */
export const assumedOperations: Readonly<Record<string, AssumedOperation>> = Object.fromEntries(
  globSync('*.yaml', { cwd: folder })
    .toSorted()
    .map((file) => [
      basename(file, '.yaml'),
      parse(readFileSync(new URL(file, folder), 'utf8')) as AssumedOperation,
    ]),
);
