/** Faults in files outside of the contract, for gates that no operator on the contract breaks. */
import type { GateName } from './gates.ts';
import { type Mutant, titleOf } from './mutant.ts';
import { readIn } from './workbench.ts';

interface FileFault {
  readonly id: string;
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
    id: 'G1',
    gate: 'code',
    file: 'packages/cli/drift.ts',
    write: () => "export const drift: any = 'any';\n",
    word: 'no-explicit-any',
  },
  hasATypeError: {
    id: 'G2',
    gate: 'tsc',
    file: 'tools/dev/drift.ts',
    write: () => 'export const drift: string = 1;\n',
    word: 'TS2322',
  },
  failsATest: {
    id: 'G3',
    gate: 'tests',
    file: 'packages/cli/drift.test.ts',
    write: () =>
      "import { expect, test } from 'vitest';\n\ntest('', () => expect(1).toBe(2));\n",
    printed: 'drift.test.ts',
    word: 'expected 1 to be 2',
  },
  isNotFormatted: {
    id: 'G4',
    gate: 'prettier',
    file: 'packages/cli/drift.ts',
    write: () => 'export  const drift = 1\n',
    word: 'Code style issues',
  },
  isNotUsed: {
    id: 'G5',
    gate: 'knip',
    file: 'tools/dev/drift.ts',
    write: () => 'export const drift = 1;\n',
    word: 'Unused files',
  },
  importsATool: {
    id: 'G17',
    gate: 'direction',
    file: 'packages/contract/src/drift.ts',
    write: () => "export { rules } from '@agent-conversation/lint';\n",
    word: 'Packages do not depend on tools',
  },
  importsTheSourceOfAnotherPackage: {
    id: 'G18',
    gate: 'boundaries',
    file: 'packages/types/scripts/drift.ts',
    write: () => "export { operation } from '../../client/src/operation.ts';\n",
    word: 'leaves the package',
  },
  namesAnExchangeThatWasNotRecorded: {
    id: 'G19',
    gate: 'lint',
    file: 'openapi/decisions.md',
    write: (text: string) => text.replace('/looser-mcp', '/loser-mcp'),
    word: 'did you mean `createConversation/looser-mcp`',
  },
  linksToNoFile: {
    id: 'G23',
    gate: 'lint',
    file: 'README.md',
    write: (text: string) => `${text}\n[Contribute](CONTRIBUTE.md)\n`,
    word: 'CONTRIBUTE.md does not exist',
  },
};

/** Returns the faults in files of a repository. */
export function fileMutants(root: string): readonly Mutant[] {
  return Object.entries(fileFaults).map(([name, fault]) => {
    const { id, gate, file, write, printed = file, word } = fault;
    const before = readIn(root, file)?.toString() ?? '';
    return {
      operator: id,
      title: `${titleOf(name)}: ${file}`,
      gate,
      words: [printed, word],
      files: [{ file, content: write(before) }],
    };
  });
}
