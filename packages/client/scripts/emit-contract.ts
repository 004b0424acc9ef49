import { type Document, resolve, type Schema } from './document.ts';
import type { Operation } from './operations.ts';

/**
 * The TypeScript source of the constants that the client has from the contract: the operations, the header
 * of the key, the names of secret members, and which state may follow which.
 */
export function emitContract(document: Document, operations: readonly Operation[]): string {
  return [
    "import type { Operation } from '../operation.ts';\n",
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
  const schemes = Object.values(document.components['securitySchemes'] ?? {}) as {
    readonly type: string;
    readonly in: string;
    readonly name: string;
  }[];
  const [scheme, ...others] = schemes;
  if (scheme?.type !== 'apiKey' || scheme.in !== 'header' || others.length > 0) {
    throw new Error('/components/securitySchemes: not one API key in a header');
  }
  return scheme.name.toLowerCase();
}

function secretNames(document: Document): string[] {
  const names = new Set<string>();
  const collect = (schema: Schema): void => {
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (member['x-secret']) names.add(name);
      collect(member);
    }
    if (schema.items) collect(schema.items);
    schema.anyOf?.forEach(collect);
  };
  Object.values(document.components['schemas'] ?? {}).forEach((it) => collect(it as Schema));
  return [...names].toSorted();
}

/** For each status with a lifecycle: the states that may follow each state, by whatever cause. */
function lifecycles(document: Document): string[] {
  return Object.entries(document.components['schemas'] ?? {}).flatMap(([name, value]) => {
    const schema = resolve(document, value) as Schema;
    const lifecycle = schema['x-lifecycle'];
    if (!lifecycle) return [];
    const next = (schema.enum ?? []).map((state) => [
      state,
      lifecycle.transitions.filter(({ from }) => from === state).map(({ to }) => to),
    ]);
    return [
      `/** Which \`${name}\` may follow which. */\nexport const ${name.charAt(0).toLowerCase()}${name.slice(1)}Transitions: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(next))};\n`,
    ];
  });
}
