/** Files that differ from those of the small contract: their members, or their text. */
export interface Given {
  name: string;
  given: Record<string, Record<string, unknown> | string>;
}

/** For each rule: what it must find, each as `file:line:column message`, and what it must not. */
export interface Cases {
  [rule: string]: {
    fires: (Given & { want: string[] })[];
    silent: Given[];
  };
}
