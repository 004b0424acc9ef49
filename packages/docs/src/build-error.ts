/** A build that cannot go on, for a reason that its message explains to the person who runs it. */
export class BuildError extends Error {}
