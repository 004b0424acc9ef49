import type { Operation } from './contract.ts';

/** The generation of the interface that a path belongs to. */
export function generationOf(path: string): string {
  return path.startsWith('/api/v1/') ? 'V1' : 'legacy (V0)';
}

/** The retry policies, as openapi/README.md defines them. */
export const retries: Readonly<Record<Operation['x-retry'], string>> = {
  safe: 'can be retried after any failure',
  unsent: 'retried only if the request was not sent, or was rejected with 429',
  never: 'never retried',
};
