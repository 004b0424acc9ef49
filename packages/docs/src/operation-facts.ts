import type { Operation } from './contract.ts';

/** What each generation of the interface is called. */
export const generations: Readonly<Record<Operation['x-generation'], string>> = {
  v0: 'legacy (V0)',
  v1: 'V1',
};

/** What each retry class means, as openapi/README.md defines it. */
export const retries: Readonly<Record<Operation['x-retry'], string>> = {
  safe: 'may be repeated after any failure',
  unsent: 'may be repeated only if nothing was sent',
  never: 'must not be repeated by a program',
};
