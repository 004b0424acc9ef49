import { codeSamples } from './code-samples.ts';
import { describeEnums } from './describe-enums.ts';
import { describeProvenance } from './describe-provenance.ts';
import { described } from './described.ts';
import { keyOrder } from './key-order.ts';
import { reachableFiles } from './reachable-files.ts';
import { refByName } from './ref-by-name.ts';

/** The Redocly plugin `contract`: rules on the split source, decorators for the bundle. */
export default function plugin() {
  return {
    id: 'contract',
    rules: {
      oas3: {
        'code-samples': codeSamples,
        described,
        'key-order': keyOrder,
        'reachable-files': reachableFiles,
        'ref-by-name': refByName,
      },
    },
    decorators: {
      oas3: {
        // Redocly applies them in this order, and the provenance comes last in a description.
        'describe-enums': describeEnums,
        'describe-provenance': describeProvenance,
      },
    },
  };
}
