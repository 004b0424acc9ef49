import purposeFirst from '../../lint/spectral/purposeFirst.js';
import { demanded } from '../contract/demanded.ts';
import type { Sources } from '../contract/sources.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import type { Design } from './design.ts';
import { firstSentence } from './make-design.ts';

const file = '.spectral.yaml';
const place = ['rules', 'contract-purpose-first', 'then', 'functionOptions', 'longest'];

/**
 * Demands of what an operation says of itself what the rule `contract-purpose-first` does.
 *
 * @throws {ScaffoldError} with what the rule says
 */
export function refuseWords(design: Design, sources: Sources): void {
  const { id, method, path, summary } = design;
  const operation = { operationId: id, summary, description: firstSentence(design) };
  const longest = demanded(file, sources.yaml(file), place, isNumber);
  const [fault] = purposeFirst({ paths: { [path]: { [method]: operation } } }, { longest });
  if (!fault) return;
  const option = fault.path?.at(-1) === 'summary' ? '--summary' : '--id';
  throw new ScaffoldError(`${option} does not fit. ${fault.message}`);
}

function isNumber(member: unknown): member is number {
  return typeof member === 'number';
}
