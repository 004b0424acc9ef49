/** Uses all that the packages have, and tells what was used, and what there is. */
import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { errorClasses, guardErrors } from './errors.ts';
import { useExtras } from './extras.ts';
import { callOperations } from './operations.ts';
import { goThroughPages } from './paging.ts';
import { called } from './services.ts';
import { waitForChanges } from './waiting.ts';

await callOperations();
const thrown = await guardErrors();
await goThroughPages();
await waitForChanges();
await useExtras();

const declared = Object.values(contract.paths).flatMap((methods) =>
  Object.values(methods).flatMap((it: object) => ('operationId' in it ? [it.operationId] : [])),
);
console.log(
  JSON.stringify({
    operations: { declared: declared.toSorted(), called: [...called].toSorted() },
    errors: { exported: [...errorClasses.keys()].toSorted(), thrown: [...thrown].toSorted() },
  }),
);
