/** Writes API.md: the exports of the entries, but for those of `@agent-conversation/types`. */
import { type Export, type Property, readEntries } from './declarations.ts';
import { retryPhrases, upperFirst } from './docstring.ts';
import type { Operation } from './model.ts';

/**
 * Returns the reference of the client as Markdown.
 *
 * @param dist the folder with the built declarations
 * @param operations those of the contract that it was built from
 */
export function apiReference(dist: URL, operations: readonly Operation[]): string {
  const entries = ['index', 'generated/functions', 'openapi-fetch', 'generated/queries', 'checks'];
  const [client = [], functions = [], openapiFetch = [], queries = [], checks = []] = readEntries(
    dist,
    entries.map((name) => new URL(`${name}.d.ts`, dist)),
  );
  const resultOf = ({ id }: Operation) => `${upperFirst(id)}Result`;
  const queryTypes = client.filter(({ name }) =>
    operations.some(({ id }) => `${upperFirst(id)}Query` === name),
  );
  const isHere = ({ name }: Export) => client.some((it) => it.name === name);
  const isOperation = ({ name }: Export) =>
    operations.some((it) => it.id === name || resultOf(it) === name);
  const methods = methodsOf(client, operations);
  const described = [...basics, ...calls, ...more, ...queryTypes.map(({ name }) => name)];
  const others = client.filter(
    (it) => !described.includes(it.name) && it.kind !== 'class' && !/^is\w+Error$/.test(it.name),
  );
  return [
    introduction,
    methodTable(methods),
    methodNotes,
    '## @agent-conversation/client\n',
    ...references(client, basics),
    ...methods.map(methodReference),
    '### Queries\n',
    propertiesReference(queryTypes),
    ...references(client, calls),
    errorsReference(client),
    ...references(client, more),
    '### Other types\n',
    table(
      ['Type', 'Meaning'],
      others.map(({ name, summary }) => [code(name), summary]),
    ),
    '## @agent-conversation/client/operations\n',
    functionNotes(functions.filter(isHere)),
    ...functions.filter((it) => !isHere(it) && !isOperation(it)).map(reference),
    ...operations.map((operation) => {
      const { id, resource, verb } = operation;
      const textOf = (name: string) => functions.find((it) => it.name === name)?.text ?? '';
      const method = linkTo(`client.${resource}.${verb}`);
      const declarations = block(textOf(id), textOf(resultOf(operation)));
      return `### ${code(id)}\n\nThe operation of ${method}.\n\n${declarations}`;
    }),
    '## @agent-conversation/client/openapi-fetch\n',
    ...openapiFetch.map(reference),
    '## @agent-conversation/client/query\n',
    queryNotes,
    block(...queries.filter(({ kind }) => kind === 'function').map(({ text }) => text)),
    ...queries.filter(({ kind }) => kind !== 'function').map(reference),
    '## @agent-conversation/client/checks\n',
    ...checks.map(reference),
  ].join('\n');
}

// The sections of the first entry, in the order in which a reader needs them.
const basics = 'createClient ClientOptions CallOptions SharedOptions'.split(' ');
const calls = 'Call Pages WithResponse ResponseInfo WaitOptions WaitProgress'.split(' ');
const more =
  'TimeoutScope WaitFailure known redact Middleware Next OutgoingRequest Answer LogEntry'.split(
    ' ',
  );

/** Errors that every operation may throw. */
const commonErrors = [
  'UnexpectedResponseError',
  'ConnectionError',
  'TimeoutError',
  'AbortedError',
  'RedirectError',
];

const introduction = `<!-- Generated from the declarations of the package; \`npm run record -w packages/client\` updates it. -->

# API of @agent-conversation/client

The types of requests and responses, such as \`Sandbox\`, and the lists of their values, such as
\`sandboxStatusValues\`, are those of [@agent-conversation/types](https://www.npmjs.com/package/@agent-conversation/types); the client exports
them as well. The docs in full, with examples, are shown by an editor.
`;

const methodNotes = `Every operation can also end with ${commonErrors.map(code).join(', ')}. Retries:

${Object.entries(retryPhrases)
  .map(([name, phrase]) => `- ${name}: ${phrase}\n`)
  .join('')}`;

const queryNotes = `The options of TanStack Query for each operation that reads, and for the pages of each that has some. The
package does not depend on TanStack Query.
`;

function functionNotes(shared: readonly Export[]): string {
  return `A function for each operation. The \`status\` of its result says which response it is; it throws only when there is
no response: ${commonErrors.slice(1).map(code).join(', ')}. It takes a \`Client\` in the place of a
connection as well.

From here, too: ${shared.map(({ name }) => code(name)).join(', ')}.
`;
}

/** A method of a resource, such as `client.sandboxes.pause`. */
interface Method {
  readonly path: string;
  readonly property: Property;
  /** What it calls; undefined where it is more than one call. */
  readonly operation: Operation | undefined;
}

function methodsOf(exports: readonly Export[], operations: readonly Operation[]): Method[] {
  const named = (name: string) => exports.find((it) => it.name === name);
  const own = named('Client')?.properties ?? [];
  return (named('Resources')?.properties ?? []).flatMap(({ name: resource, type }) => {
    const whole = named(own.find(({ name }) => name === resource)?.type ?? type);
    const inherited = (whole?.bases ?? []).flatMap((base) => named(base)?.properties ?? []);
    return [...inherited, ...(whole?.properties ?? [])].map((property) => ({
      path: `client.${resource}.${property.name}`,
      property,
      operation: operations.find((it) => it.resource === resource && it.verb === property.name),
    }));
  });
}

function methodTable(methods: readonly Method[]): string {
  const rows = methods.map(({ path, property, operation }) => [
    linkTo(path) + (operation?.deprecated ? ' (deprecated)' : ''),
    operation ? code(`${operation.method} ${operation.path}`) : '',
    operation?.retry ?? '',
    property.errors
      .filter((name) => !commonErrors.includes(name))
      .map(code)
      .join(', '),
  ]);
  return table(['Method', 'Request', 'Retries', 'Errors'], rows);
}

function methodReference({ path, property, operation }: Method): string {
  const call = property.text.replace(property.name, path);
  const { deprecated = '' } = operation ?? {};
  const note = deprecated && `\nDeprecated. ${deprecated.replaceAll('\n', ' ')}\n`;
  return `### ${code(path)}\n\n${block(call)}\n${property.summary}\n${note}`;
}

/** The classes of errors, from the base class on, and their properties. */
function errorsReference(exports: readonly Export[]): string {
  const classes = inFamilies(exports.filter(({ kind }) => kind === 'class'));
  const rows = classes.map(({ name, bases, summary }) => [
    code(name),
    bases.map(code).join(', '),
    summary,
    code(`is${name}(error)`),
  ]);
  const errors = table(['Class', 'Extends', 'When', 'Guard'], rows);
  return ['### Errors\n', errors, propertiesReference(classes)].join('\n');
}

/** The classes, each followed by those that extend it. */
function inFamilies(classes: readonly Export[], parent?: Export): Export[] {
  return classes
    .filter(({ bases }) =>
      parent ? bases.includes(parent.name) : !classes.some(({ name }) => bases.includes(name)),
    )
    .flatMap((it) => [it, ...inFamilies(classes, it)]);
}

function references(exports: readonly Export[], names: readonly string[]): string[] {
  return names.flatMap((name) => exports.filter((it) => it.name === name)).map(reference);
}

/** An export with its declaration or its properties, and its docs. */
function reference({ name, kind, text, bases, summary, properties }: Export): string {
  if (kind !== 'interface') return [`### ${code(name)}\n`, block(text), `${summary}\n`].join('\n');
  const [, title = name] = /^interface (\w+(?:<[^>]*>)?)/.exec(text) ?? [];
  const inherited = bases.map(code).join(' and ');
  const note = inherited && ` Also has the properties of ${inherited}.`;
  // Methods without docs are inherited ones, such as `then`.
  const rows = properties
    .filter((it) => !it.isMethod || it.summary !== '')
    .map((it) => [
      code(it.isMethod ? `${it.name}()` : it.name + (it.isOptional ? '?' : '')),
      code(it.type),
      meaningOf(it),
    ]);
  return [`### ${code(title)}\n`, `${summary}${note}\n`, propertyTable(rows)].join('\n');
}

/** The properties of some exports, each with the name of the export. */
function propertiesReference(exports: readonly Export[]): string {
  return propertyTable(
    exports.flatMap(({ name, properties }) =>
      properties
        .filter(({ isMethod }) => !isMethod)
        .map((it) => [code(`${name}.${it.name}`), code(it.type), meaningOf(it)]),
    ),
  );
}

function propertyTable(rows: readonly (readonly string[])[]): string {
  return rows.length > 0 ? table(['Property', 'Type', 'Meaning'], rows) : '';
}

function meaningOf({ summary, fallback }: Property): string {
  if (fallback === undefined) return summary;
  return `${summary} Default: ${/^\d+$/.test(fallback) ? code(fallback) : fallback}.`;
}

/** A table; a cell is Markdown in one line. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

function code(text: string): string {
  return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``;
}

function block(...declarations: readonly string[]): string {
  return `\`\`\`ts\n${declarations.join(';\n\n')};\n\`\`\`\n`;
}

/** A link to a heading of code in the same file. */
function linkTo(heading: string): string {
  return `[\`${heading}\`](#${heading.toLowerCase().replaceAll(/[^\w-]/g, '')})`;
}
