import type { Export } from './declarations.ts';
import { code, table } from './markdown.ts';
import { membersReference } from './reference.ts';

/** The classes of errors, from the one that all extend on, and their members. */
export function errorsReference(exports: readonly Export[]): string {
  const classes = inFamilies(exports.filter(({ kind }) => kind === 'class'));
  const rows = classes.map(({ name, bases, summary }) => [
    code(name),
    bases.map(code).join(', '),
    summary,
    code(`is${name}(error)`),
  ]);
  return [
    '### Errors\n',
    table(['Class', 'Extends', 'When', 'Guard'], rows),
    membersReference(classes),
  ].join('\n');
}

/** The classes, each followed by those that extend it. */
function inFamilies(classes: readonly Export[], parent?: Export): Export[] {
  return classes
    .filter(({ bases }) =>
      parent ? bases.includes(parent.name) : !classes.some(({ name }) => bases.includes(name)),
    )
    .flatMap((it) => [it, ...inFamilies(classes, it)]);
}
