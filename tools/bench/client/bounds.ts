/** What a program with one pause and one search may weigh, minified and compressed, in bytes. */
export const sizes: Readonly<Record<string, number>> = {
  'ours-functions': 4500,
  'ours-client': 7000,
};

/** How many instantiations the nine calls may cost. */
export const instantiations: Readonly<Record<string, number>> = {
  'ours-client': 100,
};

/** How long an aborted call may take to end, in milliseconds. */
export const abort = 50;

/** How many times as much processor time as with `fetch` alone a call may take. */
export const processor = { stub: 3, loopback: 1.2 } as const;
