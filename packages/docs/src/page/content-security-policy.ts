import { createHash } from 'node:crypto';

/** The policy of a page that runs these inline scripts and has no business with any host. */
export function contentSecurityPolicy(scripts: string[]): string {
  const hashes = scripts.map((script) => {
    return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  });
  return [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    // Redoc adds style elements while it runs.
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
