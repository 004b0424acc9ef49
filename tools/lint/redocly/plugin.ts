import { codeSamples, reachableFiles, refByName } from './files.ts';
import { described, keyOrder, noHtml, sentences, statusCodes } from './texts.ts';
import { isText, type Node, schemas, type Visitor } from './visitor.ts';

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
        'reachable-files': reachableFiles,
        'ref-by-name': refByName,
        sentences,
        'status-codes': statusCodes,
      },
    },
    decorators: {
      // In this order, so that the provenance is the last paragraph of a description.
      oas3: { 'describe-enums': describeEnums, 'describe-provenance': describeProvenance },
    },
  };
}

/** Adds what each value of an enumeration means to its description. */
function describeEnums(): Visitor {
  return {
    Schema: describer(({ enum: values, 'x-enumDescriptions': texts }) => {
      if (!Array.isArray(values) || typeof texts !== 'object' || texts === null) return undefined;
      const known = values.map(String).filter((value) => value in texts);
      return known.map((value) => `- \`${value}\`: ${String((texts as Node)[value])}`).join('\n');
    }),
  };
}

const phrases: Readonly<Record<string, string>> = {
  documented: 'Documented',
  observed: 'Observed of running deployments',
  assumed: 'Assumed',
};

/** Adds where a part comes from to its description. */
function describeProvenance(): Visitor {
  const describe = describer((node) => provenance(node));
  return {
    // The parts of an operation state their own provenance.
    Operation: describer((node) => provenance(node, ': method, path and purpose')),
    Parameter: describe,
    Response: describe,
    ...schemas(describe),
  };
}

function provenance(node: Node, what = ''): string | undefined {
  const phrase = phrases[String(node['x-provenance'])];
  const decision = node['x-decision'];
  if (phrase === undefined) return undefined;
  return `*${phrase}${what}${isText(decision) ? ` (decision ${decision})` : ''}.*`;
}

/** Adds a paragraph to the description of a node, once: a shared component may be visited repeatedly. */
function describer(paragraphFor: (node: Node) => string | undefined): (node: Node) => void {
  const done = new WeakSet<Node>();
  return (node) => {
    const paragraph = paragraphFor(node);
    if (!paragraph || done.has(node)) return;
    done.add(node);
    const { description } = node;
    node['description'] = isText(description)
      ? `${description.trimEnd()}\n\n${paragraph}`
      : paragraph;
  };
}
