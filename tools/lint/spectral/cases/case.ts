type Path = (string | number)[];

export interface Given {
  name: string;
  /** What to put where in the contract of `base.ts`; `undefined` takes away what is there. */
  given: [path: Path, value: unknown][];
  /** The list of decisions, if it is not that of `base.ts`; null if there is no such file. */
  decisions?: string | null;
}

/** For each rule: what it must find, and what it must leave alone. */
export interface Cases {
  [rule: string]: {
    fires: (Given & { want: { path: Path; message: string }[] })[];
    silent: Given[];
  };
}
