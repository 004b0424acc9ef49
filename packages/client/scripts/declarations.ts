/** Reads the declarations of the package: what its entries export, with their docstrings. */
import { line } from '@agent-conversation/cli/markdown';
import ts from 'typescript';

/** An entry of the package, such as `@agent-conversation/client/operations`. */
export interface Entry {
  readonly name: string;
  /** The file of its declarations. */
  readonly file: string;
}

/** What a docstring says. */
export interface Docs {
  /** The first paragraph. */
  readonly text: string;
  /** Such as `{NotFoundError} 404: No sandbox has this id.` */
  readonly throws: readonly string[];
  readonly default: string | undefined;
  readonly deprecated: string | undefined;
}

/** A property or a method of a class or an interface. */
export interface Member extends Docs {
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
export interface Declaration extends Docs {
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
export interface Exports {
  readonly name: string;
  readonly declarations: readonly Declaration[];
  /** What an entry before it exports as well. */
  readonly others: readonly string[];
}

/** Reads what each entry exports. */
export function readEntries(
  entries: readonly Entry[],
  folder: string,
): Exports[] {
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

function firstParagraph(text: string): string {
  const [first = ''] = text.trim().split('\n\n', 1);
  return first;
}
