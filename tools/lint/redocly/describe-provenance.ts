import { describer } from './describe.ts';
import type { Node, Visitor } from './visitor.ts';

const phrases: Record<string, string> = {
  documented: 'Documented',
  observed: 'Observed of running deployments',
  assumed: 'Assumed',
};

/** Says in the description of everything that has an `x-provenance` where it comes from. */
export function describeProvenance(): Visitor {
  const describe = describer((node) => provenance(node));
  return {
    // How an operation behaves beyond that is told by the parts of it.
    Operation: describer((node) => provenance(node, ': method, path and purpose')),
    Parameter: describe,
    Response: describe,
    Schema: describe,
    ref: {
      // A property may state a provenance of its own beside the $ref to a shared schema.
      enter(node, { type }) {
        if (type.name === 'Schema') describe(node);
      },
    },
  };
}

function provenance(node: Node, what = '') {
  const phrase = phrases[String(node['x-provenance'])];
  if (phrase === undefined) return undefined;
  const decision = node['x-decision'];
  return typeof decision === 'string'
    ? `*${phrase}${what} (decision ${decision}).*`
    : `*${phrase}${what}.*`;
}
