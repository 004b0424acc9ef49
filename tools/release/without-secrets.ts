/** The form of the registry's own tokens, and what stands behind the names of others. */
const forms = [
  /\bnpm_[A-Za-z0-9]{20,}/g,
  /(?<=(?:_authToken|_auth|_password)"?\s*[=:]\s*"?)[^\s"]+/g,
  /(?<=Bearer\s+)\S+/gi,
  /(?<=\bBasic\s+)[A-Za-z0-9+/]{8,}=*/gi,
  // Who asks, in an address (RFC 3986, section 3.2.1).
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
];

/** Those of variables with secrets; an author is none. */
const names = /token|auth(?!or(?!iz))|password|secret/i;

/**
 * A text for people, without what opens doors: the values of variables that are named so, and all that looks like a
 * token.
 *
 * @param environment where the secrets are
 */
export function withoutSecrets(text: string, environment: NodeJS.ProcessEnv = process.env): string {
  const hidden = Object.entries(environment)
    .filter(([name, value]) => names.test(name) && value && value.length > 7)
    .map(([, value]) => value!)
    // One may begin with another.
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  return forms.reduce((rest, form) => rest.replaceAll(form, '***'), hidden);
}
