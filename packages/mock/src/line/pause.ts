/** Waits for so many milliseconds, or until the caller has gone. */
export async function pause(milliseconds: number, gone?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    gone?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
