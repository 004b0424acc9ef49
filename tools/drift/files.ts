/** Faults in files outside of the contract, for gates that no operator on the contract breaks. */
import type { GateName } from './gates.ts';
import { type Mutant, titleOf } from './mutant.ts';
import { readIn } from './workbench.ts';

interface FileFault {
  readonly gate: GateName;
  readonly file: string;
  /** Returns the text with the fault. @param text the present one; empty if there is no such file */
  readonly write: (text: string) => string;
  /** How the gate prints the file, if it does not print the path in the repository. */
  readonly printed?: string;
  /** What the gate must print with it. */
  readonly word: string;
}

const fileFaults: Readonly<Record<string, FileFault>> = {
  breaksALintRule: {
    gate: 'code',
    file: 'packages/cli/drift.ts',
    write: () => "export const drift: any = 'any';\n",
    word: 'no-explicit-any',
  },
  hasATypeError: {
    gate: 'tsc',
    file: 'tools/dev/drift.ts',
    write: () => 'export const drift: string = 1;\n',
    word: 'TS2322',
  },
  failsATest: {
    gate: 'tests',
    file: 'packages/cli/drift.test.ts',
    write: () =>
      "import { expect, test } from 'vitest';\n\ntest('', () => expect(1).toBe(2));\n",
    printed: 'drift.test.ts',
    word: 'expected 1 to be 2',
  },
  isNotFormatted: {
    gate: 'prettier',
    file: 'packages/cli/drift.ts',
    write: () => 'export  const drift = 1\n',
    word: 'Code style issues',
  },
  isNotUsed: {
    gate: 'knip',
    file: 'tools/dev/drift.ts',
    write: () => 'export const drift = 1;\n',
    word: 'Unused files',
  },
  importsATool: {
    gate: 'direction',
    file: 'packages/contract/src/drift.ts',
    write: () => "export { rules } from '@agent-conversation/lint';\n",
    word: 'Packages do not depend on tools',
  },
  importsTheSourceOfAnotherPackage: {
    gate: 'boundaries',
    file: 'packages/types/scripts/drift.ts',
    write: () => "export { operation } from '../../client/src/operation.ts';\n",
    word: 'leaves the package',
  },
  namesAnExchangeThatWasNotRecorded: {
    gate: 'lint',
    file: 'openapi/decisions.md',
    write: (text: string) => text.replace('/looser-mcp', '/loser-mcp'),
    word: 'did you mean `createConversation/looser-mcp`',
  },
  linksToNoFile: {
    gate: 'lint',
    file: 'README.md',
    write: (text: string) => `${text}\n[Contribute](CONTRIBUTE.md)\n`,
    word: 'CONTRIBUTE.md does not exist',
  },
};

/** Returns the faults in files of a repository. */
export function fileMutants(root: string): readonly Mutant[] {
  return Object.entries(fileFaults).map(([name, fault]) => {
    const { gate, file, write, printed = file, word } = fault;
    const before = readIn(root, file)?.toString() ?? '';
    return {
      title: `${titleOf(name)}: ${file}`,
      gate,
      words: [printed, word],
      files: [{ file, content: write(before) }],
    };
  });
}
