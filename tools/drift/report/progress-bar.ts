/** A bar with how much is done, and how long the rest takes if it goes on like that. */
export function progressBar(done: number, of: number, elapsed: number): string {
  const width = 30;
  const filled = of === 0 ? width : Math.floor((done / of) * width);
  const bar = `[${'='.repeat(filled)}${' '.repeat(width - filled)}]`;
  return `${bar} ${done}/${of}${remaining(done, of, elapsed)}`;
}

function remaining(done: number, of: number, elapsed: number): string {
  if (done === 0 || done === of) return '';
  const seconds = ((elapsed / done) * (of - done)) / 1000;
  return seconds < 90
    ? `, ${Math.ceil(seconds)} s left`
    : `, ${Math.ceil(seconds / 60)} minutes left`;
}
