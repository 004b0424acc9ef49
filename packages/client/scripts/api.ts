import { type Export, readEntries } from './api/declarations.ts';
import { errorsReference } from './api/errors.ts';
import { functionsReference } from './api/functions.ts';
import { block, code, table } from './api/markdown.ts';
import { always, methodsReference, methodTable } from './api/methods.ts';
import { membersReference, reference } from './api/reference.ts';
import { retryPhrases } from './docstring.ts';
import type { Operation } from './operation.ts';
import { queryType, resultType } from './signature.ts';

/**
 * The reference of the client, as Markdown: everything that its entries export, but for what they hand on
 * of `@agent-conversation/types`.
 *
 * @param dist the folder with the built declarations
 * @param operations those of the contract from which it was built
 */
export function apiReference(dist: URL, operations: readonly Operation[]): string {
  const entries = ['index', 'operations', 'openapi-fetch', 'query', 'checks'];
  const [client = [], functions = [], openapiFetch = [], queries = [], checks = []] = readEntries(
    entries.map((name) => new URL(`${name}.d.ts`, dist)),
  );
  const isHere = ({ name }: Export) => client.some((it) => it.name === name);
  const queryTypes = client.filter(({ name }) => operations.some((it) => queryType(it) === name));
  const isOperation = ({ name }: Export) =>
    operations.some((it) => it.id === name || resultType(it) === name);
  const sections = [
    introduction,
    methodTable(client, operations),
    methodNotes,
    '## @agent-conversation/client\n',
    ...references(client, making),
    methodsReference(client, operations),
    '### Queries\n',
    membersReference(queryTypes),
    ...references(client, calling),
    errorsReference(client),
    ...references(client, more),
  ];
  const told = [...making, ...calling, ...more, ...queryTypes.map(({ name }) => name)];
  return [
    ...sections,
    '### Other types\n',
    namesOf(client.filter((it) => !told.includes(it.name) && !isError(it))),
    '## @agent-conversation/client/operations\n',
    functionNotes(functions.filter(isHere)),
    ...functions.filter((it) => !isHere(it) && !isOperation(it)).map(reference),
    functionsReference(functions, operations),
    '## @agent-conversation/client/openapi-fetch\n',
    ...openapiFetch.map(reference),
    '## @agent-conversation/client/query\n',
    queryNotes,
    block(...queries.filter(isFunction).map(({ text }) => text)),
    ...queries.filter((it) => !isFunction(it)).map(reference),
    '## @agent-conversation/client/checks\n',
    ...checks.map(reference),
  ].join('\n');
}

// What stands together, in the order in which a reader comes to need it.
const making = words('createClient ClientOptions CallOptions SharedOptions');
const calling = words('Call Pages WithResponse ResponseInfo WaitOptions WaitProgress');
const more = words(
  'TimeoutScope WaitFailure known redact Middleware Next OutgoingRequest Answer LogEntry',
);

const introduction = `<!-- Generated from the declarations of the package; \`npm run record -w packages/client\` updates it. -->

# API of @agent-conversation/client

The types of requests and responses, such as \`Sandbox\`, and the lists of their values, such as
\`sandboxStatusValues\`, are those of [@agent-conversation/types](https://www.npmjs.com/package/@agent-conversation/types); the client exports
them as well. The docs in full, with examples, are shown by an editor.
`;

const methodNotes = `Every operation can also end with ${always.map(code).join(', ')}. Retries:

${Object.entries(retryPhrases)
  .map(([name, phrase]) => `- ${name}: ${phrase}\n`)
  .join('')}`;

function functionNotes(shared: readonly Export[]): string {
  return `A function for each operation. The \`status\` of its result says which response it is; it throws only when there is
no response: ${always.slice(1).map(code).join(', ')}. It takes a \`Client\` in the place of a
connection as well.

From here, too: ${shared.map(({ name }) => code(name)).join(', ')}.
`;
}

const queryNotes = `The options of TanStack Query for each operation that reads, and for the pages of each that has some. The
package does not depend on TanStack Query.
`;

function references(exports: readonly Export[], names: readonly string[]): string[] {
  return exports
    .filter(({ name }) => names.includes(name))
    .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
    .map(reference);
}

function isError({ name, kind }: Export): boolean {
  return kind === 'class' || /^is\w+Error$/.test(name);
}

function isFunction({ kind }: Export): boolean {
  return kind === 'function';
}

function namesOf(exports: readonly Export[]): string {
  return table(
    ['Type', 'Meaning'],
    exports.map(({ name, summary }) => [code(name), summary]),
  );
}

function words(text: string): string[] {
  return text.split(' ');
}
