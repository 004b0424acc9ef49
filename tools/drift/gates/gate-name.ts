import type { commandGates } from './command-gates.ts';

/** A file of tests, by its path from the root of the repository. */
export type TestFile = `${'openapi' | 'packages' | 'tools'}/${string}.test.ts`;

/** A gate that looks at the files of the repository: a file of tests, or a command. */
export type GateName = TestFile | keyof typeof commandGates;

/** A gate that looks at answers: at single ones, or at a server that runs. */
export type LiveGateName = 'oracle' | 'checker';
