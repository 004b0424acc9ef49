/**
 * What programs do with an element of the contract, that which tells most first: each breaks for reasons of its own.
 * A `program` does many things, and is only told if nothing else breaks.
 */
export const useKinds = ['call', 'read', 'send', 'switch', 'stand-in', 'program'] as const;

/** What a program does with an element of the contract. */
export type UseKind = (typeof useKinds)[number];

/** A statement of a consumer program, and the element of the contract that it relies on. */
export interface Use {
  /** The element, as a JSON Pointer (RFC 6901) into the released bundle. */
  readonly pointer: string;
  readonly kind: UseKind;
  /** What the program does there, such as ``reads `Sandbox.title` as `string` ``. */
  readonly purpose: string;
  /**
   * Where the reason may be instead: if something else breaks there, this statement breaks by it. Empty for a
   * statement that relies on its element alone.
   */
  readonly reasons: readonly string[];
  /** The name that it imports: without it, no statement that has the name compiles. */
  readonly imports?: string;
  /** TypeScript: one line or more. */
  readonly text: string;
}

/** A consumer program. */
export interface Program {
  /** What people find it under. */
  readonly name: string;
  /** Whether it needs the client, and not the types alone. */
  readonly needsClient: boolean;
  readonly uses: readonly Use[];
}

/** The text of a program. */
export function textOf({ uses }: Program): string {
  return uses.map(({ text }) => `${text}\n`).join('');
}

/**
 * The statement that a line of a program belongs to.
 *
 * @param line counted from 1
 */
export function useAt({ uses }: Program, line: number): Use | undefined {
  let last = 0;
  return uses.find(({ text }) => (last += text.split('\n').length) >= line);
}
