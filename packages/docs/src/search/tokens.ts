/** Letters, digits and underscores that follow one another. */
const names = /([\p{L}\p{N}_]+)/u;

/** Between `pause` and `Sandbox`, between `URL` and `Path`, and around an underscore. */
const joints = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=_)(?!_)|(?<!_)(?=_)/u;

/** The parts of a text that can be found, in lower case: `pauseSandbox` has `pause` and `sandbox`. */
export function parts(text: string): string[] {
  return namesIn(text).flatMap(partsOf);
}

/** The parts of a text, and the names that are made of several, such as `pausesandbox`. */
export function tokenize(text: string): string[] {
  return namesIn(text).flatMap((name) => {
    const found = partsOf(name);
    return found.length > 1 ? [name.toLowerCase(), ...found] : found;
  });
}

/** A piece of a text. */
export interface Piece {
  readonly text: string;
  /** Whether the query matches it. */
  readonly isMatch: boolean;
}

/**
 * Cuts a text into pieces, which together are the text.
 *
 * @param terms what was found, as `tokenize` returns it
 */
export function splitAtTerms(text: string, terms: readonly string[]): Piece[] {
  const isTerm = (piece: string) => terms.includes(piece.toLowerCase());
  return text
    .split(names)
    .flatMap((piece) => (isTerm(piece) ? [piece] : piece.split(joints)))
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, isMatch: isTerm(piece) }));
}

function namesIn(text: string): string[] {
  return text.split(names).filter((_, index) => index % 2 === 1);
}

function partsOf(name: string): string[] {
  return name
    .split(joints)
    .filter((part) => !/^_*$/.test(part))
    .map((part) => part.toLowerCase());
}
