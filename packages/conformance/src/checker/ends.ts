/** How a check ends before it is complete. */

/** A check cannot be made on this server. */
export class Skipped extends Error {}

/** A check needs another sandbox, and the run has started as many as it may. */
export class NoSandboxLeft extends Skipped {}

/** A check cannot go on; what is wrong was reported already. */
export class CheckOver extends Error {}
