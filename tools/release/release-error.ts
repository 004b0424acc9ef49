/** What was asked for cannot be done: one line, which names the place and what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
