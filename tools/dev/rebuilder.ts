import { type Build, type BuildResult, startBuild } from './build.ts';

/** Builds when asked to, one build at a time. */
export interface Rebuilder {
  /** Builds; while a build runs, one more is made after it. */
  readonly rebuild: () => Promise<void>;
  /** Ends the build that runs, and makes no other. */
  readonly stop: () => void;
}

/**
 * Only what the first build makes is kept for later runs: the others follow edits, and more may come meanwhile.
 *
 * @param onBuilt called after each build, with how long it took in milliseconds
 */
export function createRebuilder(
  onBuilt: (result: BuildResult, duration: number) => Promise<void>,
): Rebuilder {
  let build: Build | undefined;
  let wanted = false;
  let isFirst = true;
  let stopped = false;
  return {
    async rebuild() {
      wanted = true;
      if (build) return;
      try {
        while (wanted) {
          wanted = false;
          const start = performance.now();
          build = startBuild(isFirst);
          isFirst = false;
          const result = await build.result;
          if (stopped) return;
          await onBuilt(result, performance.now() - start);
        }
      } finally {
        build = undefined;
      }
    },
    stop() {
      stopped = true;
      build?.stop();
    },
  };
}
