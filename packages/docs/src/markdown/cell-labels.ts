import type { Root } from 'hast';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';

/** Writes the heading of its column on each cell: a narrow screen shows the cells of a row one below the other. */
export function cellLabels() {
  return (tree: Root): void => {
    for (const table of selectAll('table', tree)) {
      const labels = selectAll('thead th', table).map((heading) => toString(heading));
      for (const row of selectAll('tbody tr', table)) {
        selectAll('td', row).forEach((cell, column) => {
          cell.properties['dataLabel'] = labels[column];
        });
      }
    }
  };
}
