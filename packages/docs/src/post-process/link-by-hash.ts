import { BuildError } from '../build-error.ts';

/**
 * Writes the prerendered links as `#/tag`, the way Redoc does itself once it runs. It prerenders them
 * as `/tag` and leaves them so: a click works, but the address in a new tab does not exist.
 */
export function linkByHash(markup: string): string {
  const repaired = markup.replaceAll(/(<a\b[^>]*\shref=")(?=\/)/g, '$1#');
  if (repaired === markup) {
    throw new BuildError(
      'Redoc has prerendered no link with a path. Is src/post-process/link-by-hash.ts still needed?',
    );
  }
  return repaired;
}
