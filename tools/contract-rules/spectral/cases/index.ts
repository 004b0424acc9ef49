import type { Cases } from './case.ts';
import { lifecycles } from './lifecycle.ts';
import { operations } from './operations.ts';
import { provenance } from './provenance.ts';
import { schemas } from './schemas.ts';

export const cases: Cases = { ...operations, ...schemas, ...provenance, ...lifecycles };
