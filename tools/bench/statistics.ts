/**
 * The value in the middle; of an even number of values, the mean of the two in the middle.
 *
 * @throws {RangeError} when there are no values
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('There is no median.');
  return (lower + upper) / 2;
}
