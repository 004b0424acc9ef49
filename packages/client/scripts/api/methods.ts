import type { Operation } from '../operation.ts';
import type { Export, Member } from './declarations.ts';
import { block, code, linkTo, table } from './markdown.ts';

/** A method of a resource, such as `client.sandboxes.pause`. */
interface Method {
  readonly path: string;
  readonly member: Member;
  /** What it calls; undefined where it is more than one call. */
  readonly operation: Operation | undefined;
}

/** A table of the methods of a client. */
export function methodTable(exports: readonly Export[], operations: readonly Operation[]): string {
  const rows = methodsOf(exports, operations).map(({ path, member, operation }) => [
    linkTo(path) + (operation?.deprecated ? ' (deprecated)' : ''),
    operation ? code(`${operation.method} ${operation.path}`) : '',
    operation?.retry ?? '',
    member.errors
      .filter((name) => !always.includes(name))
      .map(code)
      .join(', '),
  ]);
  return table(['Method', 'Request', 'Retries', 'Errors'], rows);
}

/** Errors that every operation may end with. */
export const always = [
  'UnexpectedResponseError',
  'ConnectionError',
  'TimeoutError',
  'AbortedError',
  'RedirectError',
];

/** The methods of a client, one after the other. */
export function methodsReference(
  exports: readonly Export[],
  operations: readonly Operation[],
): string {
  return methodsOf(exports, operations)
    .map(({ path, member, operation }) => {
      const call = member.text.replace(member.name, path);
      const { deprecated = '' } = operation ?? {};
      const note = deprecated && `\nDeprecated. ${deprecated.replaceAll('\n', ' ')}\n`;
      return `### ${code(path)}\n\n${block(call)}\n${member.summary}\n${note}`;
    })
    .join('\n');
}

function methodsOf(exports: readonly Export[], operations: readonly Operation[]): Method[] {
  const named = (name: string) => exports.find((it) => it.name === name);
  const own = named('Client')?.members ?? [];
  return (named('Resources')?.members ?? []).flatMap(({ name: resource, type }) => {
    const whole = named(own.find(({ name }) => name === resource)?.type ?? type);
    const inherited = (whole?.bases ?? []).flatMap((base) => named(base)?.members ?? []);
    return [...inherited, ...(whole?.members ?? [])].map((member) => ({
      path: `client.${resource}.${member.name}`,
      member,
      operation: operations.find((it) => it.resource === resource && it.verb === member.name),
    }));
  });
}
