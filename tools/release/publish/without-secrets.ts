/** The form of the registry's own tokens, and what stands behind the names of others. */
const forms = [
  /\bnpm_[A-Za-z0-9]{20,}/g,
  /(?<=(?:_authToken|_auth|_password)\s*=\s*)\S+/g,
  /(?<=Bearer\s+)\S+/gi,
];

/**
 * A text for people, without what opens doors: the values of variables that are named so, and all that looks like a
 * token.
 *
 * @param environment where the secrets are
 */
export function withoutSecrets(text: string, environment: NodeJS.ProcessEnv = process.env): string {
  const secrets = Object.entries(environment)
    .filter(
      ([name, value]) => /token|auth|password|secret/i.test(name) && value && value.length > 7,
    )
    .map(([, value]) => value!);
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  return forms.reduce((rest, form) => rest.replaceAll(form, '***'), hidden);
}
