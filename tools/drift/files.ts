/** Faults in files outside of the contract, for gates that no operator on the contract breaks. */
import { type Mutant, titleOf } from './mutant.ts';
import { readIn } from './workbench.ts';

/** New texts of files, and what the gate must print with the name of the file. */
const fileFaults = {
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
    write: () => "import { expect, test } from 'vitest';\n\ntest('', () => expect(1).toBe(2));\n",
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
} as const;

/** Returns the faults in files of a repository. */
export function fileMutants(root: string): readonly Mutant[] {
  return Object.entries(fileFaults).map(([name, { id, gate, file, write, word }]) => {
    const before = readIn(root, file)?.toString() ?? '';
    return {
      operator: id,
      title: `${titleOf(name)}: ${file}`,
      gate,
      words: [file, word],
      files: [{ file, content: write(before) }],
    };
  });
}
