import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** What has docs. */
export interface Documented {
  readonly name: string;
  /** Its declaration, without the docs. */
  readonly text: string;
  /** The first paragraph of its docs, in one line. */
  readonly summary: string;
  /** The default that its docs tell. */
  readonly fallback: string | undefined;
  /** The classes of errors that its docs tell, in their order. */
  readonly errors: readonly string[];
}

/** A member of an interface or a class. */
export interface Member extends Documented {
  readonly isMethod: boolean;
  readonly isOptional: boolean;
  /** Its type; of a method what it gives. */
  readonly type: string;
}

/** What an entry of the package exports. */
export interface Export extends Documented {
  readonly kind: 'function' | 'class' | 'interface' | 'type';
  /** What it extends. */
  readonly bases: readonly string[];
  /** Its own members. */
  readonly members: readonly Member[];
}

/** The exports of each entry of the package, as far as they are its own, in their order. */
export function readEntries(entries: readonly URL[]): Export[][] {
  const files = entries.map((entry) => fileURLToPath(entry));
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const own = fileURLToPath(new URL('.', entries[0]));
  return files.map((file) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
    return checker.getExportsOfModule(module).flatMap((symbol) => {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
      const declaration = target.declarations?.[0];
      if (!declaration?.getSourceFile().fileName.startsWith(own)) return [];
      return [readExport(checker, target, declaration)];
    });
  });
}

/** @throws {Error} when something is exported that API.md has no place for yet */
function readExport(checker: ts.TypeChecker, symbol: ts.Symbol, node: ts.Declaration): Export {
  const it = { ...docsOf(checker, symbol), text: textOf(node), members: [], bases: [] };
  if (ts.isFunctionDeclaration(node)) return { ...it, kind: 'function' };
  if (ts.isTypeAliasDeclaration(node)) return { ...it, kind: 'type' };
  if (!ts.isInterfaceDeclaration(node) && !ts.isClassDeclaration(node)) {
    throw new Error(`${symbol.name}: extend packages/client/scripts/api`);
  }
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types.map(textOf));
  const members = [...node.members].flatMap((member) => readMember(checker, member));
  return { ...it, kind: ts.isClassDeclaration(node) ? 'class' : 'interface', bases, members };
}

/** A member that can be used: it has a name, and is no constructor. */
function readMember(checker: ts.TypeChecker, node: ts.ClassElement | ts.TypeElement): Member[] {
  if (!node.name || !ts.isIdentifier(node.name)) return [];
  const { type, questionToken } = node as ts.PropertySignature | ts.MethodSignature;
  const isOptional = questionToken !== undefined;
  const written = type ? textOf(type) : '';
  return [
    {
      ...docsOf(checker, checker.getSymbolAtLocation(node.name)!),
      text: textOf(node),
      isMethod: ts.isMethodSignature(node) || ts.isMethodDeclaration(node),
      isOptional,
      type: isOptional ? written.replace(/^\(?(.*?)\)? \| undefined$/s, '$1') : written,
    },
  ];
}

function docsOf(checker: ts.TypeChecker, symbol: ts.Symbol): Omit<Documented, 'text'> {
  const docs = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const tags = symbol
    .getJsDocTags(checker)
    .map(({ name, text }) => ({ name, text: ts.displayPartsToString(text) }));
  return {
    name: symbol.name,
    summary: inOneLine(docs.split('\n\n')[0]!),
    fallback: tags.find(({ name }) => name === 'default')?.text,
    errors: tags
      .filter(({ name }) => name === 'throws')
      .flatMap(({ text }) => /^\{(.*?)\}/.exec(text)?.[1]?.split(' | ') ?? []),
  };
}

/** A declaration in one line, without what says that it is one. */
function textOf(node: ts.Node): string {
  return inOneLine(node.getText()).replace(/^export (declare )?|;$/g, '');
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
