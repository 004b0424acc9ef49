import type { Operation } from './contract.ts';

/** The generation of the interface that a path belongs to. */
export function generationOf(path: string): string {
  return path.startsWith('/api/v1/') ? 'V1' : 'legacy (V0)';
}

/** What each retry class means, as openapi/README.md defines it. */
export const retries: Readonly<Record<Operation['x-retry'], string>> = {
  safe: 'may be repeated after any failure',
  unsent: 'may be repeated only if nothing was sent',
  never: 'must not be repeated by a program',
};
