/** Writes API.md: a table of the operations, and the declarations of each entry of the package. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { retryPhrases } from './docstring.ts';
import type { Operation } from './model.ts';

/** An export of an entry of the package. */
interface Export {
  readonly name: string;
  readonly symbol: ts.Symbol;
  /** With the first paragraph of each docstring. */
  readonly declaration: string;
}

/**
 * Returns the reference of the client as Markdown, without the exports of `@agent-conversation/types`.
 *
 * @param entries the file with the declarations of each entry, by its name
 * @param operations those of the contract that it was built from
 */
export function apiReference(
  entries: Readonly<Record<string, URL>>,
  operations: readonly Operation[],
): string {
  const described = new Set<ts.Symbol>();
  const sections = [...readEntries(entries)].map(([entry, exports]) => {
    const isFormer = ({ name, symbol }: Export) => name !== symbol.name;
    const own = exports.filter((it) => !described.has(it.symbol) && !isFormer(it));
    const former = exports.filter(isFormer);
    const others = exports
      .filter((it) => !own.includes(it) && !former.includes(it))
      .map(({ name }) => code(name));
    for (const { symbol } of own) described.add(symbol);
    return [
      `## ${entry}\n`,
      ...(notes[entry] ?? []),
      ...(others.length > 0 ? [`Also exports ${others.join(', ')}.\n`] : []),
      ...former.map(
        ({ name, symbol }) => `${code(name)} is deprecated: use ${code(symbol.name)}.\n`,
      ),
      ...own.map((it) => `### ${code(it.name)}\n\n\`\`\`ts\n${it.declaration}\n\`\`\`\n`),
    ].join('\n');
  });
  return [introduction, operationTable(operations), operationNotes, ...sections].join('\n');
}

const introduction = `<!-- Generated from the declarations of the package; \`npm run record -w packages/client\` updates it. -->

# API of @agent-conversation/client

The types of requests and responses, such as \`Sandbox\`, and the lists of their values, such as
\`sandboxStatusValues\`, are those of [@agent-conversation/types](https://www.npmjs.com/package/@agent-conversation/types); the client exports
them as well. An editor shows the docs in full, with examples.

## Operations
`;

const operationNotes = `[\`Client\`](#client) shows which resources have methods beyond these. Retries:

${Object.entries(retryPhrases)
  .map(([name, phrase]) => `- ${name}: ${phrase}\n`)
  .join('')}`;

const notes: Readonly<Record<string, readonly string[]>> = {
  '@agent-conversation/client/operations': [
    `A function for each operation. The \`status\` of its result says which response it is; it throws only when there is
no response. It also takes a \`Client\`
instead of a connection.
`,
  ],
  '@agent-conversation/client/query': [
    `The options of TanStack Query for each operation that reads, and for the pages of each that has some. The
package does not depend on TanStack Query.
`,
  ],
};

function operationTable(operations: readonly Operation[]): string {
  const rows = operations.map(({ id, resource, verb, method, path, retry, deprecated }) => [
    `[${code(`client.${resource}.${verb}`)}](#${resource.toLowerCase()}operations)`,
    `[${code(id)}](#${id.toLowerCase()})${deprecated ? ' (deprecated)' : ''}`,
    code(`${method} ${path}`),
    retry,
  ]);
  const head = ['Method', 'Function', 'Request', 'Retries'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  return lines.join('');
}

function code(text: string): string {
  return `\`${text}\``;
}

/** Returns the exports of each entry that are declared in the package, in their order. */
function readEntries(entries: Readonly<Record<string, URL>>): Map<string, Export[]> {
  const files = Object.entries(entries).map(([name, url]) => [name, fileURLToPath(url)] as const);
  const program = ts.createProgram(
    files.map(([, file]) => file),
    { module: ts.ModuleKind.NodeNext, strict: true, noEmit: true, types: [] },
  );
  const checker = program.getTypeChecker();
  const folder = fileURLToPath(new URL('../dist/', import.meta.url));
  return new Map(
    files.map(([name, file]) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
      const exports = checker.getExportsOfModule(module).flatMap((it) => {
        const isAlias = (it.flags & ts.SymbolFlags.Alias) !== 0;
        const symbol = isAlias ? checker.getAliasedSymbol(it) : it;
        const [node] = symbol.declarations ?? [];
        if (!node?.getSourceFile().fileName.startsWith(folder)) return [];
        return [{ name: it.name, symbol, declaration: declarationOf(node) }];
      });
      return [name, exports];
    }),
  );
}

/** Returns a declaration as it is written, without what is private and without most of the docstrings. */
function declarationOf(node: ts.Declaration): string {
  const members = ts.isClassDeclaration(node) ? [...node.members] : [];
  const hidden = members.filter(
    (it) => ts.isConstructorDeclaration(it) || (it.name && ts.isPrivateIdentifier(it.name)),
  );
  return hidden
    .reduce((text, it) => text.replace(it.getFullText(), ''), node.getFullText().trim())
    .replace(/^export (declare )?/m, '')
    .replaceAll(/\/\*\*(.*?)\*\//gs, (_, docs: string) => shortened(docs));
}

/** Returns a docstring with its first paragraph, the default, the errors, and why it is deprecated. */
function shortened(docs: string): string {
  const text = docs.replaceAll(/^ *\* ?/gm, '').trim();
  const [summary = ''] = text.split(/\n\n|^@/m);
  const tags = text.match(/^@(default|throws|deprecated) .*?(?=\n\n|\n@|$(?!\n))/gms) ?? [];
  const lines = [summary.trim(), ...tags].join('\n').trim().split('\n');
  return lines.length === 1 ? `/** ${lines[0]} */` : `/**\n * ${lines.join('\n * ')}\n */`;
}
