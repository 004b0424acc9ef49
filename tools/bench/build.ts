/** How the build grows with the contract: time of each package, and cost of nine calls for the compiler and the editor. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from '@agent-conversation/cli/process';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import { edit } from '@agent-conversation/testing/editor';
import { type Contract, enlarge } from '@agent-conversation/testing/enlarge';
import { stringify } from 'yaml';
import { countInstantiations } from './budget.ts';
import { runNode } from './processes.ts';
import { type Plan, type Result, Table } from './results.ts';

/** Numbers of operations. */
export const sizes = [9, 200, 1000] as const;
export type Size = (typeof sizes)[number];

/** The column of a size in the tables. */
export const columnOf = (size: Size): string => `${size} operations`;
/** In the order in which they are built. The docs have a part of their own. */
const packages = ['openapi', 'types', 'validators', 'client', 'mock', 'conformance'] as const;

/** Makes a larger contract from ours. */
export function contractOf(size: Size): Contract {
  const bundle = readFileSync(join(repository, 'openapi/dist/openapi.json'), 'utf8');
  return enlarge(JSON.parse(bundle) as Contract, size);
}

/** Builds larger contracts in a copy of the repository. */
export async function benchBuild({ rounds, report }: Plan): Promise<Result> {
  const build = new Table('Package', report);
  const calls = new Table('Cost', report);
  const copy = copyWorktree(repository);
  try {
    for (const size of sizes) {
      const column = columnOf(size);
      writeFileSync(join(copy, 'openapi/openapi.yaml'), stringify(contractOf(size)));
      for (let round = 1; round <= rounds; round++) {
        for (const name of packages) {
          const folder = join(copy, name === 'openapi' ? name : `packages/${name}`);
          await build.addTime(name, column, () => runNode(['--run', 'build'], folder));
        }
      }
      const program = join(copy, 'tools/bench/nine-calls.ts');
      calls.add('type instantiations', column, await countInstantiations(program));
      const source = readFileSync(program, 'utf8');
      for (let round = 1; round <= rounds; round++) {
        await calls.addTime('compiler, s', column, () => countInstantiations(program));
        const editor = edit(pathToFileURL(join(copy, 'packages/client/')), source);
        await calls.addTime('completion in a file that is opened, s', column, () =>
          complete(editor, source),
        );
        await calls.addTime(completion, column, () => complete(editor, source));
      }
    }
  } finally {
    removeWorktree(copy);
  }
  for (const column of sizes.map(columnOf)) {
    const sum = packages.reduce((seconds, name) => seconds + build.median(name, column), 0);
    build.add('all', column, sum);
  }
  const [small, medium, large] = [columnOf(9), columnOf(200), columnOf(1000)];
  const instantiations = (column: string) => calls.median('type instantiations', column);
  return {
    title: 'The build of larger contracts',
    method: `Time of the build of each package but the docs, one after the other, and cost of a program that makes nine calls; medians of ${rounds} rounds. Larger contracts are made from ours by adding copies of its paths under other names.`,
    goals: [
      {
        name: 'Build time of an operation, 1,000 operations, ratio to 200',
        figure: build.median('all', large) / 1000 / (build.median('all', medium) / 200),
        most: 1,
      },
      {
        name: 'Type instantiations of nine calls, 1,000 operations, more than 9',
        figure: instantiations(large) - instantiations(small),
        most: 0,
      },
      {
        name: 'Time of a completion while typing, 1,000 operations, ratio to 9',
        figure: calls.median(completion, large) / calls.median(completion, small),
        most: 1.3,
      },
    ],
    tables: { 'Build, s': build, 'A program of nine calls': calls },
  };
}

const completion = 'completion while typing, s';

/** Types a call into a program that uses the client, and completes the name of the method. */
function complete(editor: ReturnType<typeof edit>, source: string): void {
  editor.type(`${source}\nclient.sandboxes['']();\n`);
  const names = editor.complete('client.sandboxes[');
  if (!names.includes('pause')) throw new Error('The editor does not complete client.sandboxes');
}
