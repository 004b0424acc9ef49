import type { Diagnostic } from '../compile/tsc.ts';
import type { Program, Use } from '../emit/use.ts';

/** A statement of a program that compiled before, and what the compiler says of it now. */
export interface Failure {
  readonly program: Program;
  readonly use: Use;
  readonly diagnostic: Diagnostic;
}

/** An element of the contract, and all that no longer compiles because of it. */
export interface Finding {
  /** The element, as a JSON Pointer (RFC 6901). */
  readonly pointer: string;
  /** At least one. */
  readonly failures: readonly Failure[];
}
