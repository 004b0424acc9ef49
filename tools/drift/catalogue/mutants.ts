import { answerMutants } from './answers.ts';
import { clientCallMutants } from './client-calls.ts';
import { clientMutants } from './client.ts';
import { docsAppearanceMutants } from './docs-appearance.ts';
import { docsTextMutants } from './docs-texts.ts';
import { docsMutants } from './docs.ts';
import { documentAnswerMutants } from './document-answers.ts';
import { documentExampleMutants } from './document-examples.ts';
import { documentHabitMutants } from './document-habits.ts';
import { documentMarkMutants } from './document-marks.ts';
import { documentMemberMutants } from './document-members.ts';
import { documentOperationMutants } from './document-operations.ts';
import { documentParameterMutants } from './document-parameters.ts';
import { documentReferenceMutants } from './document-references.ts';
import { documentReleaseMutants } from './document-releases.ts';
import { documentRootMutants } from './document-root.ts';
import { documentValueMutants } from './document-values.ts';
import { gateMutants } from './gates.ts';
import { mockLineMutants } from './mock-line.ts';
import { mockStateMutants } from './mock-state.ts';
import { mockMutants } from './mock.ts';
import type { Mutant } from './mutant.ts';
import { publishMutants } from './publishing.ts';
import { releaseGateMutants } from './release-gates.ts';
import { ruleGateMutants } from './rule-gates.ts';
import { serverMutants } from './server.ts';
import { typeValueMutants } from './types-values.ts';
import { typeMutants } from './types.ts';
import { workflowMutants } from './workflows.ts';

/** All faults, in the order of the layers. */
export const mutants: readonly Mutant[] = [
  ...documentAnswerMutants,
  ...documentExampleMutants,
  ...documentHabitMutants,
  ...documentMarkMutants,
  ...documentMemberMutants,
  ...documentOperationMutants,
  ...documentParameterMutants,
  ...documentReferenceMutants,
  ...documentReleaseMutants,
  ...documentRootMutants,
  ...documentValueMutants,
  ...typeValueMutants,
  ...typeMutants,
  ...clientCallMutants,
  ...clientMutants,
  ...docsAppearanceMutants,
  ...docsTextMutants,
  ...docsMutants,
  ...mockLineMutants,
  ...mockStateMutants,
  ...mockMutants,
  ...answerMutants,
  ...serverMutants,
  ...gateMutants,
  ...releaseGateMutants,
  ...ruleGateMutants,
  ...workflowMutants,
  ...publishMutants,
];
