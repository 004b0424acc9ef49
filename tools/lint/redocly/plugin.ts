import { codeSamples } from './code-samples.ts';
import { describeEnums } from './describe-enums.ts';
import { describeProvenance } from './describe-provenance.ts';
import { described } from './described.ts';
import { explained } from './explained.ts';
import { keyOrder } from './key-order.ts';
import { reachableFiles } from './reachable-files.ts';
import { refByName } from './ref-by-name.ts';
import { sentences } from './sentences.ts';
import { statusCodes } from './status-codes.ts';

/** The Redocly plugin `contract`: rules on the split source, decorators for the bundle. */
export default function plugin() {
  return {
    id: 'contract',
    rules: {
      oas3: {
        'code-samples': explained('code-samples', codeSamples),
        described: explained('described', described),
        'key-order': explained('key-order', keyOrder),
        'reachable-files': explained('reachable-files', reachableFiles),
        'ref-by-name': explained('ref-by-name', refByName),
        sentences: explained('sentences', sentences),
        'status-codes': explained('status-codes', statusCodes),
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
