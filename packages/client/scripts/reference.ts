/** Writes API.md from the declarations of the package: a section for each method, function, option and type. */
import { fileURLToPath } from 'node:url';
import { blocks, fence, list, table } from '@agent-conversation/cli/markdown';
import {
  type Declaration,
  type Docs,
  type Entry,
  type Exports,
  type Member,
  readEntries,
} from './declarations.ts';
import { retryPhrases } from './docstring.ts';
import { firstSentence, type Operation } from './model.ts';

/** A method of the client. */
interface Method {
  /** As it is called: `client.sandboxes.pause`. */
  readonly name: string;
  readonly member: Member;
  /** The operation that it is; undefined if it is built on operations. */
  readonly operation: Operation | undefined;
}

const repository =
  'https://github.com/agent-conversation/agent-conversation-api/blob/main';
const generated = 'Generated from the declarations of the package';
const introduction = `<!-- ${generated}; \`npm run record -w packages/client\` updates it. -->

# API of @agent-conversation/client

Every method, function, option, error and type of the package. The types of requests and responses, such as
\`Sandbox\`, and the lists of their values, such as \`sandboxStatusValues\`, are those of
[@agent-conversation/types](${repository}/packages/types/README.md); the client exports
them as well. An editor shows the docs in full, with examples.`;

const notes: Readonly<Record<string, string>> = {
  '@agent-conversation/client/operations': `A function for each operation.
The \`status\` of its result says which response it is; it throws only when there is no response.
It also takes a \`Client\` instead of a connection.`,
  '@agent-conversation/client/query': `The options of TanStack Query:
of a query for each operation that reads, of an infinite query for each that has pages, and of a mutation for
each of the others. The package does not depend on TanStack Query.`,
};

/** Returns the reference as Markdown, not formatted. @param folder of the declarations, which others are not part of */
export function apiReference(
  entries: readonly Entry[],
  folder: URL,
  operations: readonly Operation[],
): string {
  const read = readEntries(entries, fileURLToPath(folder));
  const byName = new Map<string, Declaration>();
  for (const { declarations } of read.toReversed()) {
    for (const declaration of declarations)
      byName.set(declaration.name, declaration);
  }
  const [main, ...others] = read;
  if (!main) throw new Error('The package has no entry');
  return new Reference(byName, operations).write(main, others);
}

/** Writes the sections. */
class Reference {
  readonly #byName: ReadonlyMap<string, Declaration>;
  readonly #operations: readonly Operation[];
  /** The ids of the sections that types have. */
  readonly #ids: Map<string, string>;

  constructor(
    byName: ReadonlyMap<string, Declaration>,
    operations: readonly Operation[],
  ) {
    this.#byName = byName;
    this.#operations = operations;
    this.#ids = new Map([...byName.keys()].map((name) => [name, slug(name)]));
  }

  write(main: Exports, others: readonly Exports[]): string {
    const resources = this.#resources();
    const methods = resources.flatMap((resource) => resource.methods);
    const shared = sharedErrors(methods);
    const ofResources = new Set<string>();
    for (const { name, types: typesOfResource } of resources) {
      for (const type of typesOfResource) {
        ofResources.add(type);
        this.#ids.set(type, slug(`client.${name}`));
      }
    }
    const rest = main.declarations.filter(({ name }) => !ofResources.has(name));
    const ofKind = (...kinds: Declaration['kind'][]) =>
      rest.filter(({ kind }) => kinds.includes(kind));
    const [options, types] = partition(ofKind('interface', 'alias'), isOptions);
    const retries = Object.entries(retryPhrases).map(
      ([name, phrase]) => `- ${name}: ${phrase}`,
    );
    return blocks(
      introduction,
      '## Methods',
      methodTable(methods),
      'Retries:',
      retries.join('\n'),
      'Each operation also throws these, unless it states another reason for the same class:',
      list(shared.map((error) => this.#error(error))),
      ...resources.flatMap(({ name, methods: ofResource }) => [
        `## client.${name}`,
        ...ofResource.map((method) => this.#method(method, shared)),
      ]),
      '## Functions',
      ...this.#sections(ofKind('function')),
      '## Options',
      ...this.#sections(options.toReversed()),
      '## Errors',
      this.#errorTable(ofKind('class')),
      ...this.#sections(ofKind('class')),
      '## Types',
      ...this.#sections(types),
      ...others.map((entry) => this.#entry(entry)),
    );
  }

  /** Returns the resources of the client, with their methods. */
  #resources() {
    const properties = this.#membersOf('Client').filter(({ type }) =>
      this.#byName.get(type)?.members.some(({ isMethod }) => isMethod),
    );
    return properties.map(({ name: resource, type }) => {
      const methods = this.#membersOf(type).map((member): Method => {
        const operation = this.#operations.find(
          (each) => each.resource === resource && each.verb === member.name,
        );
        return { name: `client.${resource}.${member.name}`, member, operation };
      });
      const { parents } = this.#byName.get(type)!;
      return { name: resource, types: [type, ...parents], methods };
    });
  }

  /** Returns the members of a type, and those that it inherits. */
  #membersOf(type: string): Member[] {
    const { parents = [], members = [] } = this.#byName.get(type) ?? {};
    const inherited = parents.flatMap((parent) => this.#membersOf(parent));
    // A member takes the place of the inherited one.
    const byName = new Map(
      [...inherited, ...members].map((member) => [member.name, member]),
    );
    return [...byName.values()];
  }

  #method(
    { name, member, operation }: Method,
    shared: readonly string[],
  ): string {
    const errors = member.throws.filter((error) => !shared.includes(error));
    const resource = name.slice(0, name.lastIndexOf('.') + 1);
    const types = this.#links(member.mentions);
    const facts: string[] = [];
    if (operation) {
      const { id, method, path, retry } = operation;
      facts.push(`\`${method} ${path}\` (\`${id}\`), retries: ${retry}`);
    }
    if (types) facts.push(`Types: ${types}`);
    return blocks(
      heading(name),
      fence('ts', resource + member.code),
      docsText(member),
      list([
        ...facts,
        ...errors.map((error) => `Throws ${this.#error(error)}`),
      ]),
    );
  }

  #entry(entry: Exports): string {
    const names = entry.others.map((name) => `\`${name}\``);
    return blocks(
      `## ${entry.name}`,
      notes[entry.name] ?? '',
      names.length > 0 ? `Also exports ${names.join(', ')}.` : '',
      ...this.#sections(entry.declarations),
    );
  }

  #sections(declarations: readonly Declaration[]): string[] {
    return declarations.map((declaration) => this.#section(declaration));
  }

  #section(declaration: Declaration): string {
    const { name, kind, code, members, throws, mentions } = declaration;
    const guard = this.#byName.get(`is${name}`);
    // Those of members are listed with each.
    const types = members.length > 0 ? '' : this.#links(mentions);
    return blocks(
      heading(name),
      members.length > 0 || kind === 'class' ? '' : fence('ts', code),
      docsText(declaration),
      this.#inheritance(declaration),
      guard ? `Guard: \`${guard.name}(value)\`.` : '',
      list([
        types ? `Types: ${types}` : '',
        ...throws.map((error) => `Throws ${this.#error(error)}`),
      ]),
      list(members.map((member) => this.#property(member))),
    );
  }

  #property(member: Member): string {
    const { isOptional, mentions } = member;
    // Optional functions are in parentheses.
    const type = isOptional
      ? member.type
          .replace(/ \| undefined$/, '')
          .replace(/^\((.*=>.*)\)$/, '$1')
      : member.type;
    const facts = [`\`${member.name}\` *\`${type}\`*`];
    if (isOptional) facts.push('optional');
    if (member.default !== undefined) facts.push(`default: ${member.default}`);
    const types = this.#links(mentions);
    return blocks(
      facts.join(', '),
      docsText(member),
      types ? `See ${types}.` : '',
    );
  }

  /** Names what a declaration extends; of options, with the inherited ones. */
  #inheritance({ name, parents, members }: Declaration): string {
    if (parents.length === 0) return '';
    const links = `Extends ${parents.map((parent) => this.#link(parent)).join(', ')}`;
    if (!name.endsWith('Options')) return `${links}.`;
    const names = new Set(members.map((member) => member.name));
    const inherited = parents
      .flatMap((parent) => this.#membersOf(parent))
      .filter((member) => !names.has(member.name))
      .map((member) => `\`${member.name}\``);
    return inherited.length > 0
      ? `${links}: ${inherited.join(', ')}.`
      : `${links}.`;
  }

  #links(names: readonly string[]): string {
    return names.map((name) => this.#link(name)).join(', ');
  }

  #link(type: string): string {
    const id = this.#ids.get(type.replace(/<.*/s, ''));
    return id === undefined ? `\`${type}\`` : `[\`${type}\`](#${id})`;
  }

  /** Writes `{NotFoundError} 404: …` with a link. */
  #error(error: string): string {
    const [, names = '', reason = ''] = /^\{(.*?)\} (.*)$/.exec(error) ?? [];
    const links = names.split(' | ').map((name) => this.#link(name));
    return `${links.join(', ')}: ${reason}`;
  }

  #errorTable(classes: readonly Declaration[]): string {
    const rows = classes.map(({ name, text }) => {
      const guard = this.#byName.get(`is${name}`)?.name;
      return [
        `[\`${name}\`](#${slug(name)})`,
        guard ? `\`${guard}\`` : '',
        firstSentence(text),
      ];
    });
    return table(['Class', 'Guard', 'When'], rows);
  }
}

function methodTable(methods: readonly Method[]): string {
  const rows = methods.map(({ name, member, operation }) => [
    `[\`${name}\`](#${slug(name)})`,
    firstSentence(member.text) +
      (member.deprecated === undefined ? '' : ' **Deprecated.**'),
    operation?.retry ?? '',
  ]);
  return table(['Method', 'What it does', 'Retries'], rows);
}

/** Returns the errors that operations have if they state no other reason for the same class: those of most of them. */
function sharedErrors(methods: readonly Method[]): readonly string[] {
  const calls = methods.filter(({ operation }) => operation !== undefined);
  const errors = new Set(calls.flatMap(({ member }) => member.throws));
  return [...errors].filter((error) => {
    const callers = calls.filter(({ member }) => member.throws.includes(error));
    const isOfEach = calls.every(({ member }) =>
      member.throws.some((thrown) => classesOf(thrown) === classesOf(error)),
    );
    return isOfEach && callers.length > calls.length / 2;
  });
}

/** Returns the classes of an error such as `{NotFoundError} 404: No sandbox has this id.` */
function classesOf(error: string): string {
  return error.slice(0, error.indexOf('}'));
}

function isOptions({ name }: Declaration): boolean {
  return name.endsWith('Options');
}

function partition<T>(
  values: readonly T[],
  test: (value: T) => boolean,
): [T[], T[]] {
  return [values.filter(test), values.filter((value) => !test(value))];
}

function docsText({ text, deprecated }: Docs): string {
  return blocks(
    deprecated === undefined ? '' : `**Deprecated:** ${deprecated}`,
    text,
  );
}

function heading(name: string): string {
  return `### \`${name}\``;
}

/** Returns the id that GitHub gives to the heading of a name. */
function slug(name: string): string {
  return name.replaceAll('.', '').toLowerCase();
}
