import { componentChanges } from './elements/components.ts';
import { documentChanges } from './elements/document.ts';
import { bodyChanges } from './elements/bodies.ts';
import { furtherChanges } from './elements/further.ts';
import { lifecycleChanges } from './elements/lifecycles.ts';
import { linkChanges } from './elements/links.ts';
import { operationChanges } from './elements/operations.ts';
import { parameterChanges } from './elements/parameters.ts';
import { responseChanges } from './elements/responses.ts';
import { securityChanges } from './elements/security.ts';
import type { LabelledChange } from './labels/labelled-change.ts';
import { serverChanges } from './elements/servers.ts';
import { schemaChanges } from './schemas/schema-changes.ts';

/** Every labelled change of the released contract. */
export const corpus: readonly LabelledChange[] = [
  ...operationChanges(),
  ...parameterChanges(),
  ...bodyChanges(),
  ...responseChanges(),
  ...linkChanges(),
  ...securityChanges(),
  ...serverChanges(),
  ...documentChanges(),
  ...componentChanges(),
  ...furtherChanges(),
  ...schemaChanges(),
  ...lifecycleChanges(),
];
