import { answers } from './answers.ts';
import type { Cases } from './case.ts';
import { examples } from './examples.ts';
import { lifecycles } from './lifecycle.ts';
import { operations } from './operations.ts';
import { provenance } from './provenance.ts';
import { schemas } from './schemas.ts';
import { words } from './words.ts';

export const cases: Cases = {
  ...operations,
  ...schemas,
  ...provenance,
  ...lifecycles,
  ...words,
  ...answers,
  ...examples,
};
