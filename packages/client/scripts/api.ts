/** Writes API.md: a table of the operations, and the declarations of each entry of the package. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { retryPhrases } from './docstring.ts';
import type { Operation } from './model.ts';

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
  const folder = fileURLToPath(new URL('../dist/', import.meta.url));
  const options = { module: ts.ModuleKind.NodeNext, strict: true, noEmit: true, types: [] };
  const files = Object.values(entries).map((url) => fileURLToPath(url));
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const described = new Set<ts.Symbol>();

  const sections = Object.entries(entries).map(([entry, url]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(fileURLToPath(url))!)!;
    const [own, former, others]: [string[], string[], string[]] = [[], [], []];
    for (const it of checker.getExportsOfModule(module)) {
      const isAlias = (it.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(it) : it;
      const [node] = symbol.declarations ?? [];
      if (!node?.getSourceFile().fileName.startsWith(folder)) continue;
      if (it.name !== symbol.name) {
        former.push(`\`${it.name}\` is deprecated: use \`${symbol.name}\`.\n`);
      } else if (described.has(symbol)) {
        others.push(`\`${it.name}\``);
      } else {
        described.add(symbol);
        own.push(`### \`${it.name}\`\n\n\`\`\`ts\n${declarationOf(node)}\n\`\`\`\n`);
      }
    }
    const note = notes[entry] ?? '';
    const also = others.length > 0 ? `Also exports ${others.join(', ')}.\n` : '';
    return [`## ${entry}\n`, note, also, ...former, ...own].join('\n');
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

const notes: Readonly<Record<string, string>> = {
  '@agent-conversation/client/operations': `A function for each operation. The \`status\` of its result says which response it is; it throws only when there is
no response. It also takes a \`Client\`
instead of a connection.
`,
  '@agent-conversation/client/query': `The options of TanStack Query for each operation that reads, and for the pages of each that has some. The
package does not depend on TanStack Query.
`,
};

function operationTable(operations: readonly Operation[]): string {
  const rows = operations.map(({ id, resource, verb, method, path, retry, deprecated }) => {
    const call = `[\`client.${resource}.${verb}\`](#${resource.toLowerCase()}operations)`;
    const name = `[\`${id}\`](#${id.toLowerCase()})${deprecated ? ' (deprecated)' : ''}`;
    return `| ${call} | ${name} | \`${method} ${path}\` | ${retry} |\n`;
  });
  return `| Method | Function | Request | Retries |\n| --- | --- | --- | --- |\n${rows.join('')}`;
}

/** Returns a declaration as it is written, without its constructor and without most of the docstrings. */
function declarationOf(node: ts.Declaration): string {
  const text = node.getFullText().trim();
  return text
    .replace(/^export (declare )?/m, '')
    .replace(/^ *constructor\(.*\);\n/m, '')
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
