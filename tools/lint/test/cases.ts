/** For each rule: edits of the small contract that it must report, and edits that it must not. */
import { decisionsCases } from './cases/decisions.ts';
import { documentedCases } from './cases/documented.ts';
import type { Case } from './cases/edit.ts';
import { filesCases } from './cases/files.ts';
import { lifecycleCases } from './cases/lifecycle.ts';
import { operationsCases } from './cases/operations.ts';
import { schemasCases } from './cases/schemas.ts';
import { textsCases } from './cases/texts.ts';
import { valuesCases } from './cases/values.ts';
import { workflowsCases } from './cases/workflows.ts';

export const cases: Readonly<Record<string, readonly Case[]>> = {
  ...filesCases,
  ...textsCases,
  ...decisionsCases,
  ...documentedCases,
  ...operationsCases,
  ...schemasCases,
  ...valuesCases,
  ...lifecycleCases,
  ...workflowsCases,
};
