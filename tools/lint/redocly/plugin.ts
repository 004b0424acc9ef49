import { codeSamples, refByName } from './files.ts';
import {
  described,
  keyOrder,
  noHtml,
  sentences,
  statusCodes,
} from './texts.ts';
import { isText, type Node, type Visitor } from './visitor.ts';

/** The Redocly plugin `contract`: rules on the source files, decorators for the bundle. */
export default function plugin() {
  return {
    id: 'contract',
    rules: {
      oas3: {
        'code-samples': codeSamples,
        described,
        'key-order': keyOrder,
        'no-html': noHtml,
        'ref-by-name': refByName,
        sentences,
        'status-codes': statusCodes,
      },
    },
    decorators: { oas3: { 'describe-enums': describeEnums } },
  };
}

/** Adds what each value of an enumeration means to its description. */
function describeEnums(): Visitor {
  return {
    Schema(node) {
      const { enum: values, 'x-enumDescriptions': texts, description } = node;
      if (!Array.isArray(values) || typeof texts !== 'object' || texts === null)
        return;
      const known = values.map(String).filter((value) => value in texts);
      const list = known
        .map((value) => `- \`${value}\`: ${String((texts as Node)[value])}`)
        .join('\n');
      const text = isText(description) ? description.trimEnd() : '';
      // Once: a component may be visited repeatedly, and a bundle may be made from a bundle.
      if (!text.endsWith(list))
        node['description'] = `${text}\n\n${list}`.trim();
    },
  };
}
