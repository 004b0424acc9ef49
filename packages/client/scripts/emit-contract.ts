import { lowerFirst } from './docstring.ts';
import { type Document, memberAt, Refusal, type Schema } from './document.ts';
import type { Operation } from './operation.ts';
import { secretNames } from './secrets.ts';

/**
 * The TypeScript source of the constants that the client has from the contract: the operations, the header
 * of the key, the names of secret members, and which state may follow which.
 */
export function emitContract(document: Document, operations: readonly Operation[]): string {
  return [
    "import type { Operation, Transitions } from '../operation.ts';\n",
    `/** The header that carries the API key, in lower case. */\nexport const keyHeader = '${keyHeader(document)}';\n`,
    `/** The names of the members that must not be shown. */\nexport const secretNames: readonly string[] = ${JSON.stringify(secretNames(document))};\n`,
    ...lifecycles(document),
    ...operations.map(emitOperation),
  ].join('\n');
}

function emitOperation({ id, method, path, retry, success, failures }: Operation): string {
  const statuses = [success, ...failures].map(({ status }) => status);
  return `export const ${id}: Operation = ${JSON.stringify({ id, method, path, retry, statuses })};\n`;
}

function keyHeader(document: Document): string {
  const located = memberAt(
    { value: document.components, pointer: '#/components' },
    'securitySchemes',
  );
  const [scheme, ...others] = Object.values(located.value ?? {}) as {
    readonly type: string;
    readonly in: string;
    readonly name: string;
  }[];
  if (scheme?.type !== 'apiKey' || scheme.in !== 'header' || others.length > 0) {
    throw new Refusal(located.pointer, 'must be one API key in a header, which the client sends');
  }
  return scheme.name.toLowerCase();
}

/** For each status with a lifecycle: the states that may follow each state, and what causes it. */
function lifecycles(document: Document): string[] {
  return Object.entries(document.components['schemas'] ?? {}).flatMap(([name, value]) => {
    const schema = value as Schema;
    const lifecycle = schema['x-lifecycle'];
    if (!lifecycle) return [];
    const transitions = (schema.enum ?? []).map((state) => [
      state,
      Object.fromEntries(
        lifecycle.transitions
          .filter(({ from }) => from === state)
          .map(({ to, operation, cause }) => [to, operation ?? cause]),
      ),
    ]);
    const table = JSON.stringify(Object.fromEntries(transitions));
    return [
      `/** Which \`${name}\` follows which, and by what: an operation, or something else. */\nexport const ${lowerFirst(name)}Transitions: Transitions = ${table};\n`,
    ];
  });
}
