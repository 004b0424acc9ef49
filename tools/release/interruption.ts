/** Aborted when somebody ends the program: what it has started is ended, and nothing more begins. */
export const interruption = new AbortController();
