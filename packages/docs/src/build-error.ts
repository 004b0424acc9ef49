import { CommandError } from '@agent-conversation/cli';

/** Stops the build. The message says what is wrong and what to do. */
export class BuildError extends CommandError {}
