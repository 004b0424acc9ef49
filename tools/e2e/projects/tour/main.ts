/** Uses all that the packages have, and tells what was used, and what there is. */
import { errorClasses, guardErrors } from './errors.ts';
import { useExtras } from './extras.ts';
import { callOperations } from './operations.ts';
import { callWithExamples, operations } from './others.ts';
import { goThroughPages } from './paging.ts';
import { called } from './services.ts';
import { waitForChanges } from './waiting.ts';

await callOperations();
const thrown = await guardErrors();
await goThroughPages();
await waitForChanges();
await useExtras();

const declared = operations.map((it) => it.operationId).toSorted();
const known = operations.filter((it) => it['x-provenance'] !== 'assumed');
const byHand = [...called].toSorted();
await callWithExamples(declared.filter((id) => !byHand.includes(id)));
console.log(
  JSON.stringify({
    operations: {
      declared,
      called: [...called].toSorted(),
      known: known.map((it) => it.operationId).toSorted(),
      byHand,
    },
    errors: { exported: [...errorClasses.keys()].toSorted(), thrown: [...thrown].toSorted() },
  }),
);
