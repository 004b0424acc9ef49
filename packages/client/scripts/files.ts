import type { Document } from './document.ts';
import { emitContract } from './emit-contract.ts';
import { emitFunctions } from './emit-functions.ts';
import { emitInputs, emitInputsProof } from './emit-inputs.ts';
import { emitQueries } from './emit-queries.ts';
import { emitCreateResources, emitResources } from './emit-resources.ts';
import { readOperations } from './operations.ts';

const header =
  '// Made from openapi/ by packages/client/scripts/generate.ts; run `npm run build` to make it anew.\n\n';

/**
 * The generated files of the client, by name.
 *
 * @throws {Refusal} where the contract has something that the client cannot do yet
 */
export function generatedFiles(document: Document): Record<string, string> {
  const operations = readOperations(document);
  const files = {
    'contract.ts': emitContract(document, operations),
    'inputs.ts': emitInputs(operations),
    'inputs.proof.ts': emitInputsProof(operations),
    'functions.ts': emitFunctions(operations),
    'resources.ts': emitResources(operations),
    'create-resources.ts': emitCreateResources(operations),
    'queries.ts': emitQueries(operations),
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, header + text]));
}
