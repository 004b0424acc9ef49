/** How the build grows with the contract: time of each package, and cost of nine calls for the compiler and the editor. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import { edit } from '@agent-conversation/testing/editor';
import { type Contract, enlarge } from '@agent-conversation/testing/enlarge';
import { stringify } from 'yaml';
import { countInstantiations } from './budget.ts';
import { root, runNode } from './processes.ts';
import { format, type Plan, type Result, Samples } from './results.ts';

const sizes = [9, 200, 1000] as const;
/** In the order in which they are built. The docs have a part of their own. */
const packages = ['openapi', 'types', 'validators', 'client', 'mock', 'conformance'] as const;

/** Builds larger contracts in a copy of the repository. */
export async function benchBuild({ rounds, report }: Plan): Promise<Result> {
  const samples = new Samples();
  const bundle = readFileSync(join(root, 'openapi/dist/openapi.json'), 'utf8');
  const copy = copyWorktree(root);
  try {
    for (const size of sizes) {
      const enlarged = enlarge(JSON.parse(bundle) as Contract, size);
      writeFileSync(join(copy, 'openapi/openapi.yaml'), stringify(enlarged));
      for (let round = 1; round <= rounds; round++) {
        for (const name of packages) {
          const seconds = secondsOf(() => {
            const folder = name === 'openapi' ? name : `packages/${name}`;
            runNode(['--run', 'build'], join(copy, folder));
          });
          samples.add(name, `build ${size}`, seconds);
          report(`round ${round}/${rounds}  ${size} operations  ${name}  ${format(seconds)} s`);
        }
      }
      const program = join(copy, 'tools/bench/nine-calls.ts');
      samples.add('compiler', `calls ${size}`, countInstantiations(program));
      for (let round = 1; round <= rounds; round++) {
        samples.add(
          'compiler',
          `time ${size}`,
          secondsOf(() => countInstantiations(program)),
        );
        samples.add(
          'editor',
          `time ${size}`,
          secondsOf(() => complete(copy)),
        );
      }
      report(`${size} operations  compiler and editor`);
    }
  } finally {
    removeWorktree(copy);
  }
  const build = (size: number) =>
    packages.reduce((sum, name) => sum + samples.median(name, `build ${size}`), 0);
  const time = (subject: string, size: number) => samples.median(subject, `time ${size}`);
  const calls = (size: number) => samples.median('compiler', `calls ${size}`);
  return {
    title: 'The build of larger contracts',
    method: `Time of the build of each package but the docs, one after the other, and cost of a program that makes nine calls; medians of ${rounds} rounds. Larger contracts are made from ours by adding copies of its paths under other names.`,
    goals: [
      {
        name: 'Build time of an operation, 1,000 operations, ratio to 200',
        figure: build(1000) / 1000 / (build(200) / 200),
        bound: { most: 1 },
      },
      {
        name: 'Type instantiations of nine calls, 1,000 operations, more than 9',
        figure: calls(1000) - calls(9),
        bound: { most: 0 },
      },
      {
        name: 'Time of an editor’s completion, 1,000 operations, ratio to 9',
        figure: time('editor', 1000) / time('editor', 9),
        bound: { most: 1.3 },
      },
    ],
    tables: {
      'Build, s': [
        ['Package', ...sizes.map((size) => `${size} operations`)],
        ...packages.map((name) => [
          name,
          ...sizes.map((size) => samples.median(name, `build ${size}`)),
        ]),
        ['all', ...sizes.map(build)],
      ],
      'A program of nine calls': [
        ['Cost', ...sizes.map((size) => `${size} operations`)],
        ['type instantiations', ...sizes.map(calls)],
        ['compiler, s', ...sizes.map((size) => time('compiler', size))],
        ['completion, s', ...sizes.map((size) => time('editor', size))],
      ],
    },
  };
}

function secondsOf(action: () => void): number {
  const begin = performance.now();
  action();
  return (performance.now() - begin) / 1000;
}

/** Opens a program that uses the client, and completes the name of a method. */
function complete(copy: string): void {
  const source = readFileSync(join(copy, 'tools/bench/nine-calls.ts'), 'utf8');
  const folder = pathToFileURL(join(copy, 'packages/client/'));
  const names = edit(folder, `${source}\nclient.sandboxes['']();\n`).complete('client.sandboxes[');
  if (!names.includes('pause')) throw new Error('The editor does not complete client.sandboxes');
}
