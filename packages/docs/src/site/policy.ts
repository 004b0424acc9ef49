import { createHash } from 'node:crypto';

/** What a page consists of, other than its text. */
export interface Sources {
  /** The scripts that stand in the page itself. */
  readonly inlineScripts: readonly string[];
  /** The style sheets that stand in the page itself. */
  readonly inlineStyles: readonly string[];
  /** Whether it loads scripts and styles from beside itself. */
  readonly files: boolean;
}

/**
 * The Content Security Policy (level 3) of a page: nothing but its own scripts, styles and images, and
 * connections to this machine alone, where the mock is.
 */
export function contentSecurityPolicy({ inlineScripts, inlineStyles, files }: Sources): string {
  const own = files ? ["'self'"] : [];
  return [
    "default-src 'none'",
    `script-src ${[...own, ...inlineScripts.map(hash)].join(' ')}`,
    `style-src ${[...own, ...inlineStyles.map(hash)].join(' ')}`,
    'img-src data:',
    'connect-src http://127.0.0.1:* http://localhost:*',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hash(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
