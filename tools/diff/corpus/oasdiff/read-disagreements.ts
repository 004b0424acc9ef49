import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { ReasonedDisagreements } from './disagreements.ts';

const file = new URL('../disagreements.yaml', import.meta.url);

const isValid = new Ajv2020({ allErrors: true }).compile<{
  disagreements: ReasonedDisagreements[];
}>({
  type: 'object',
  required: ['disagreements'],
  additionalProperties: false,
  properties: {
    disagreements: {
      type: 'array',
      items: {
        type: 'object',
        required: ['oasdiff', 'severities', 'reason', 'kinds'],
        additionalProperties: false,
        properties: {
          oasdiff: { enum: ['misses', 'exaggerates'] },
          severities: { enum: ['mends', 'leaves', 'causes'] },
          reason: { type: 'string', minLength: 20 },
          kinds: { type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
        },
      },
    },
  },
});

/**
 * The disagreements that have a reason, as they stand in `disagreements.yaml`.
 * @throws {Error} if the file is not as it should be.
 */
export function readDisagreements(): readonly ReasonedDisagreements[] {
  const content: unknown = parse(readFileSync(file, 'utf8'));
  if (isValid(content)) return content.disagreements;
  const [error] = isValid.errors ?? [];
  throw new Error(`corpus/disagreements.yaml${error?.instancePath ?? ''} ${error?.message ?? ''}`);
}
