/** Something that nothing can be scaffolded of: the message is one line for whoever asked. */
export class ScaffoldError extends Error {
  override readonly name = 'ScaffoldError';
}
