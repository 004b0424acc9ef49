/** API.md: a table of the operations, and the declarations of each entry of the package. */
import { fileURLToPath } from 'node:url';
import packageJson from '@agent-conversation/client/package.json' with { type: 'json' };
import type { Contract } from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { retryPhrases } from '../docstring.ts';
import { readOperations } from '../model.ts';

const root = new URL('../../', import.meta.url);
const filepath = fileURLToPath(new URL('API.md', root));
const entries = Object.entries(packageJson.exports).flatMap(([key, it]) => {
  if (typeof it === 'string') return [];
  return [[key.replace('.', packageJson.name), fileURLToPath(new URL(it.types, root))] as const];
});
const operations = readOperations(document as unknown as Contract);

const generated = 'Generated from the declarations of the package';
const repository = 'https://github.com/agent-conversation/agent-conversation-api/blob/main';
const introduction = `<!-- ${generated}; \`npm run record -w packages/client\` updates it. -->

# API of @agent-conversation/client

The types of requests and responses, such as \`Sandbox\`, and the lists of their values, such as
\`sandboxStatusValues\`, are those of
[@agent-conversation/types](${repository}/packages/types/README.md); the client exports
them as well. An editor shows the docs in full, with examples.

## Operations
`;

const retries = Object.entries(retryPhrases).map(([name, phrase]) => `- ${name}: ${phrase}\n`);
const operationNotes = `[\`Client\`](#client) shows which resources have methods beyond these. Retries:

${retries.join('')}`;

const notes: Readonly<Record<string, string>> = {
  '@agent-conversation/client/operations': `A function for each operation.
The \`status\` of its result says which response it is; it throws only when there is no response.
It also takes a \`Client\` instead of a connection.
`,
  '@agent-conversation/client/query': `The options of TanStack Query:
of a query for each operation that reads, of an infinite query for each that has pages, and of a mutation for
each of the others. The package does not depend on TanStack Query.
`,
};

const reference = await format(apiReference(), { ...(await resolveConfig(filepath)), filepath });

test('API.md is what the built declarations say; `npm run record` updates it', async () => {
  await expect(reference).toMatchFileSnapshot(filepath);
});

test('its links lead to its headings', () => {
  const headings = [...reference.matchAll(/^### `(\w+)`$/gm)].map(([, it]) => it!.toLowerCase());
  const links = [...reference.matchAll(/\]\(#(.*?)\)/g)].map(([, link]) => link);
  expect(links).toHaveLength(2 * operations.length + 1);
  expect(headings).toEqual(expect.arrayContaining(links));
});

/** Returns a table of the operations, and the declarations of each entry, without the exports of types. */
function apiReference(): string {
  const folder = fileURLToPath(new URL('../../dist/', import.meta.url));
  const program = ts.createProgram(
    entries.map(([, file]) => file),
    { module: ts.ModuleKind.NodeNext, strict: true, noEmit: true, types: [] },
  );
  const checker = program.getTypeChecker();
  const described = new Set<ts.Symbol>();

  const sections = entries.map(([entry, file]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
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
  return [introduction, operationTable(), operationNotes, ...sections].join('\n');
}

function operationTable(): string {
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
