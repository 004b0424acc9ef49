/** What a secret looks like. */

/** Forms of keys that services hand out, and that scanners of secrets look for. */
const keys = [
  /sk-[\w-]{20,}/,
  /gh[opsur]_\w{30,}/,
  /github_pat_\w{20,}/,
  /glpat-[\w-]{20,}/,
  /AKIA[0-9A-Z]{16}/,
  /AIza[\w-]{35}/,
  /xox[abprs]-[\w-]{10,}/,
  // A JSON Web Token (RFC 7519, section 3).
  /ey[\w-]{8,}\.ey[\w-]{8,}\.[\w-]+/,
];
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
export const keyForms = new RegExp(
  `\\b(?:${keys.map(({ source }) => source).join('|')})|${privateKey.source}`,
);

/**
 * Whether a text is not made of words and small numbers, also as in camelCase, or of asterisks.
 *
 * @param {string} value
 */
export function isRealistic(value) {
  return value
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll}{3})(?=\p{Lu}\p{Ll}{2})/u)
    .some(
      (word) => !/^(\p{Lu}?\p{Ll}{0,15}|\p{Lu}{1,15}|\d{1,4})$/u.test(word),
    );
}
