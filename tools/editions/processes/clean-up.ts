import { rmSync } from 'node:fs';
import { endMarked } from './marked.ts';

/** How long processes may take to end after SIGKILL. */
const deadlineInMs = 30_000;

/** Ends all processes of a run and removes its folders. @returns whether no process is left */
export async function cleanUp(
  mark: string,
  folders: readonly string[],
): Promise<boolean> {
  const left = await endMarked(mark, deadlineInMs);
  for (const folder of folders) {
    rmSync(folder, {
      recursive: true,
      force: true,
      maxRetries: 5,
      retryDelay: 200,
    });
  }
  return left.length === 0;
}
