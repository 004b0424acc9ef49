import { availableParallelism, cpus, totalmem, type } from 'node:os';

/** The facts about this machine that figures depend on; none of them tells whose it is. */
export function describeMachine(): string {
  const processor = cpus()[0]?.model.trim() || 'unknown processor';
  const memory = (totalmem() / 2 ** 30).toFixed(1);
  const cores = availableParallelism();
  return `${processor}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${memory} GiB of memory, ${type()}, Node ${process.version}`;
}
