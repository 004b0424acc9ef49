import type { Node } from './visitor.ts';

/**
 * Makes a function that puts a paragraph at the end of a node's description, once for each node:
 * a shared component may be visited more than once.
 */
export function describer(paragraphFor: (node: Node) => string | undefined) {
  const described = new WeakSet<Node>();
  return (node: Node) => {
    const paragraph = paragraphFor(node);
    if (!paragraph || described.has(node)) return;
    described.add(node);
    const before = typeof node.description === 'string' ? node.description.trimEnd() : '';
    node.description = before === '' ? paragraph : `${before}\n\n${paragraph}`;
  };
}
