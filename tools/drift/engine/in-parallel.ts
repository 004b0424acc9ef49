/**
 * Gives each item to the first worker that is free.
 *
 * @throws what the work throws first; nothing new is begun then, and what was begun has ended
 */
export async function inParallel<Worker, Item>(
  workers: readonly Worker[],
  items: readonly Item[],
  work: (worker: Worker, item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  async function next(worker: Worker): Promise<void> {
    const item = left.shift();
    if (item === undefined) return;
    try {
      await work(worker, item);
    } catch (error) {
      left.length = 0;
      throw error;
    }
    await next(worker);
  }
  const ends = await Promise.allSettled(workers.map(next));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
