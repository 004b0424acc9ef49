import { list, object, operations, text } from './lib/document.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */

/**
 * Demands that each tag has operations, and stands in just one of the groups that the docs show.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function tagGroups(document) {
  const root = object(document);
  const tags = list(root.tags).map((tag) => text(object(tag).name));
  const groups = list(root['x-tagGroups']);
  const grouped = groups.flatMap((group) => list(object(group).tags).map(text));
  const used = new Set(operations(document).flatMap(({ node }) => list(node.tags).map(text)));
  return [
    ...tags.flatMap((tag, i) => {
      const path = ['tags', i];
      const count = grouped.filter((name) => name === tag).length;
      const faults = [];
      if (count !== 1) {
        const message = `The tag \`${tag}\` must stand in one group of \`x-tagGroups\`, not in ${count}: name it there once.`;
        faults.push({ message, path });
      }
      if (!used.has(tag)) {
        const message = `The tag \`${tag}\` must have an operation: give it to one, or take it away.`;
        faults.push({ message, path });
      }
      return faults;
    }),
    ...groups.flatMap((group, i) =>
      list(object(group).tags)
        .map(text)
        .filter((name) => !tags.includes(name))
        .map((name) => ({
          message: `The group \`${text(object(group).name)}\` must have tags that are declared: mend \`${name}\`, or add it to \`tags\`.`,
          path: ['x-tagGroups', i],
        })),
    ),
  ];
}
