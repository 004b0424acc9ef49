import { readFileSync } from 'node:fs';
import { peer } from '../peers.ts';

/** A mock server to measure. */
export interface Subject {
  readonly id: string;
  /** Its name in the results. */
  readonly name: string;
  readonly version: string;
  /** What Node is to run, from the root of the repository, to serve the contract on a port. */
  readonly args: (port: number | string) => readonly string[];
}

const contract = 'openapi/dist/openapi.json';
const peers = 'tools/bench/peers';
const { version } = JSON.parse(
  readFileSync(new URL('../../../packages/mock/package.json', import.meta.url), 'utf8'),
) as { version: string };

/** The subjects, in the order of the results. The first is what all others are measured by. */
export const subjects: readonly Subject[] = [
  {
    id: 'prism',
    name: '`prism mock`',
    version: peer('@stoplight/prism-cli'),
    args: (port) => prism(port),
  },
  {
    id: 'prism-quiet',
    name: '`prism mock -v error`',
    version: peer('@stoplight/prism-cli'),
    args: (port) => prism(port, '-v', 'error'),
  },
  {
    id: 'scalar',
    name: 'Scalar',
    version: `${peer('@scalar/mock-server')}, served by ${peer('@hono/node-server')}`,
    args: (port) => [`${peers}/scalar.ts`, String(port), contract],
  },
  {
    id: 'ours',
    name: 'ours',
    version: `@agent-conversation/mock ${version}`,
    args: (port) => ours(port),
  },
  {
    id: 'ours-quiet',
    name: 'ours, `--quiet`',
    version: `@agent-conversation/mock ${version}`,
    args: (port) => ours(port, '--quiet'),
  },
];

function prism(port: number | string, ...options: string[]): string[] {
  // Not the launcher of npm, which would be a process more.
  const cli = `${peers}/node_modules/@stoplight/prism-cli/dist/index.js`;
  return [cli, 'mock', '--port', String(port), ...options, contract];
}

function ours(port: number | string, ...options: string[]): string[] {
  return ['packages/mock/dist/cli.js', '--port', String(port), ...options];
}
