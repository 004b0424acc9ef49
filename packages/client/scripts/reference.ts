/** Writes API.md from the declarations of the package: a section for each method, function, option and type. */
import { fileURLToPath } from 'node:url';
import {
  blocks,
  fence,
  line,
  list,
  table,
} from '@agent-conversation/cli/markdown';
import ts from 'typescript';
import { retryPhrases } from './docstring.ts';
import { firstSentence, type Operation } from './model.ts';

/** An entry of the package, such as `@agent-conversation/client/operations`. */
export interface Entry {
  readonly name: string;
  /** The file of its declarations. */
  readonly file: string;
}

/** What a docstring says. */
interface Docs {
  /** The first paragraph. */
  readonly text: string;
  /** Such as `{NotFoundError} 404: No sandbox has this id.` */
  readonly throws: readonly string[];
  readonly default: string | undefined;
  readonly deprecated: string | undefined;
}

/** A property or a method of a class or an interface. */
interface Member extends Docs {
  readonly name: string;
  /** As it is declared: `pause(sandbox_id: string): Call<Success>;`. */
  readonly code: string;
  /** The type of a property; of a method, its parameters and what it returns. */
  readonly type: string;
  readonly isMethod: boolean;
  readonly isOptional: boolean;
  /** The exported types that it refers to. */
  readonly mentions: readonly string[];
}

/** What an entry exports and no entry before it. */
interface Declaration extends Docs {
  readonly name: string;
  readonly kind: 'function' | 'guard' | 'class' | 'interface' | 'alias';
  /** As it is declared, without docstrings. */
  readonly code: string;
  /** The types that it extends, with their arguments. */
  readonly parents: readonly string[];
  readonly members: readonly Member[];
  /** The exported types that it refers to. */
  readonly mentions: readonly string[];
}

/** The exports of an entry. */
interface Exports {
  readonly name: string;
  readonly declarations: readonly Declaration[];
  /** What an entry before it exports as well. */
  readonly others: readonly string[];
}

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

/** Reads what each entry exports. */
function readEntries(entries: readonly Entry[], folder: string): Exports[] {
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    { module: ts.ModuleKind.NodeNext, strict: true, noEmit: true, types: [] },
  );
  const checker = program.getTypeChecker();
  const reader = new Reader(checker);
  const files = entries.map(({ name, file }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
    const declared: [name: string, node: ts.Declaration][] = [];
    const others: string[] = [];
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = reader.resolve(exported);
      const [node] = symbol.declarations ?? [];
      // The types of requests and responses are those of another package.
      if (!node?.getSourceFile().fileName.startsWith(folder)) continue;
      if (reader.described.has(symbol)) {
        others.push(exported.name);
      } else {
        reader.described.add(symbol);
        declared.push([exported.name, node]);
      }
    }
    return { name, declared, others };
  });
  return files.map(({ declared, ...file }) => ({
    ...file,
    declarations: declared.map(([name, node]) =>
      reader.readDeclaration(name, node),
    ),
  }));
}

/** Reads declarations, and finds the types that they mention. */
class Reader {
  /** What the entries export. */
  readonly described = new Set<ts.Symbol>();
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** Returns what a name stands for, which may be that of another module. */
  resolve(symbol: ts.Symbol): ts.Symbol {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  readDeclaration(name: string, node: ts.Declaration): Declaration {
    const hasMembers =
      ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);
    const heritage = hasMembers ? (node.heritageClauses ?? []) : [];
    const members: readonly ts.NamedDeclaration[] = hasMembers
      ? node.members
      : [];
    return {
      name,
      kind: kindOf(node),
      code: codeOf(node).replace(/^export (declare )?/, ''),
      parents: heritage.flatMap(({ types }) =>
        types.map((type) => type.getText()),
      ),
      members: members.flatMap((member) => this.#readMember(member) ?? []),
      mentions: this.#mentionsIn(node),
      ...readDocs(node),
    };
  }

  /** Reads a member; undefined if users do not write its name, or if it repeats one of the base class. */
  #readMember(node: ts.NamedDeclaration): Member | undefined {
    const { name } = node;
    if (!name || !ts.isIdentifier(name)) return undefined;
    const docs = readDocs(node);
    const isStatic =
      (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) !== 0;
    if (isStatic && docs.text === '') return undefined;
    const code = codeOf(node);
    const isMethod = ts.isMethodSignature(node) || ts.isMethodDeclaration(node);
    const signature = code
      .slice(code.indexOf(name.text) + name.text.length)
      .replace(/;$/, '');
    const type = 'type' in node ? (node.type as ts.TypeNode).getText() : '';
    return {
      name: name.text,
      code,
      type: line(isMethod ? signature : type),
      isMethod,
      isOptional: 'questionToken' in node && node.questionToken !== undefined,
      mentions: this.#mentionsIn(node),
      ...docs,
    };
  }

  /** Returns the names of exported types that a declaration refers to. */
  #mentionsIn(declaration: ts.Declaration): readonly string[] {
    const names = new Set<string>();
    const visit = (node: ts.Node): void => {
      if (ts.isTypeReferenceNode(node)) {
        const symbol = this.#checker.getSymbolAtLocation(node.typeName);
        const target = symbol && this.resolve(symbol);
        if (target && this.described.has(target)) names.add(target.name);
      }
      ts.forEachChild(node, visit);
    };
    visit(declaration);
    return [...names];
  }
}

function kindOf(node: ts.Declaration): Declaration['kind'] {
  if (ts.isFunctionDeclaration(node)) return 'function';
  if (ts.isVariableDeclaration(node)) return 'guard';
  if (ts.isClassDeclaration(node)) return 'class';
  if (ts.isInterfaceDeclaration(node)) return 'interface';
  if (ts.isTypeAliasDeclaration(node)) return 'alias';
  throw new Error(`${node.getText()} is of a kind that API.md does not show`);
}

/** Returns a declaration as it is written, without docstrings and constructors. */
function codeOf(node: ts.Node): string {
  return node
    .getText()
    .replaceAll(/ *\/\*\*[^]*?\*\/\n/g, '')
    .replaceAll(/^ *constructor\(.*\);\n/gm, '');
}

const docTags =
  /(?:^|\s)@(?=(?:default|throws|deprecated|param|returns|example)\b)/;

function readDocs(node: ts.Node): Docs {
  const comment = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc);
  const written = comment?.getText() ?? '';
  const lines = written.slice(3, -2).replaceAll(/^ *\* ?/gm, '');
  const [text = '', ...tags] = lines.trim().split(docTags);
  const valuesOf = (tag: string) => {
    const values = tags.filter((it) => it.startsWith(`${tag} `));
    return values.map((it) => line(firstParagraph(it.slice(tag.length))));
  };
  return {
    text: line(firstParagraph(text)),
    throws: valuesOf('throws'),
    default: valuesOf('default')[0],
    deprecated: valuesOf('deprecated')[0],
  };
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

function firstParagraph(text: string): string {
  const [first = ''] = text.trim().split('\n\n', 1);
  return first;
}
