/** Removes secrets from what the service writes. */
import {
  createRedactor,
  redacted,
} from '@agent-conversation/contract/redaction';

/** Keys, tokens and passwords by their names, and the user information of URLs. */
const secretPatterns: readonly RegExp[] = [
  /(?<=\b\w*(?:api[_-]?key|token|secret|password|authorization|tkn)["']?\s*[:=]\s*["']?)[^\s"',&)]{6,}/gi,
  /(?<=\b(?:Bearer|Basic)\s+)\S+/gi,
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
];

/** Replaces secrets that are known, and what is named like one. */
export function withoutSecrets(
  text: string,
  secrets: readonly string[],
): string {
  const redact = createRedactor(secrets);
  const lines = text.split('\n').map((line) => {
    return secretPatterns.reduce(
      (rest, pattern) => rest.replaceAll(pattern, redacted),
      redact(line),
    );
  });
  return lines.join('\n');
}
