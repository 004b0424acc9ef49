/** Reads the declarations of the built package. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Something with a docstring. */
interface Documented {
  readonly name: string;
  /** Its declaration, without the docstring. */
  readonly text: string;
  /** The first paragraph of its docstring, in one line. */
  readonly summary: string;
  /** The default in its docstring. */
  readonly fallback: string | undefined;
  /** The classes of errors in its docstring, in their order. */
  readonly errors: readonly string[];
}

/** A property or a method of an interface or a class. */
export interface Property extends Documented {
  readonly isMethod: boolean;
  readonly isOptional: boolean;
  /** Its type; of a method the type that it returns. */
  readonly type: string;
}

/** An export of an entry of the package. */
export interface Export extends Documented {
  readonly kind: 'function' | 'class' | 'interface' | 'type';
  readonly bases: readonly string[];
  /** Without the inherited ones. */
  readonly properties: readonly Property[];
}

/** Returns the exports of each entry that are declared in the package, in their order. */
export function readEntries(dist: URL, entries: readonly URL[]): Export[][] {
  const files = entries.map((entry) => fileURLToPath(entry));
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const own = fileURLToPath(dist);
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

/** @throws {Error} when API.md has no section yet for such an export */
function readExport(checker: ts.TypeChecker, symbol: ts.Symbol, node: ts.Declaration): Export {
  const it = { ...docsOf(checker, symbol), text: textOf(node), properties: [], bases: [] };
  if (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) {
    return { ...it, kind: 'function' };
  }
  if (ts.isTypeAliasDeclaration(node)) return { ...it, kind: 'type' };
  if (!ts.isInterfaceDeclaration(node) && !ts.isClassDeclaration(node)) {
    throw new Error(`${symbol.name}: extend packages/client/scripts/api.ts`);
  }
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types.map(textOf));
  const properties = [...node.members].flatMap((each) => readProperty(checker, each));
  return { ...it, kind: ts.isClassDeclaration(node) ? 'class' : 'interface', bases, properties };
}

/** Only those of instances that have a name, such as no constructor. */
function readProperty(checker: ts.TypeChecker, node: ts.ClassElement | ts.TypeElement): Property[] {
  if (!node.name || !ts.isIdentifier(node.name)) return [];
  if (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) return [];
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

/** A declaration in one line, without `export` and `declare`. */
function textOf(node: ts.Node): string {
  return inOneLine(node.getText()).replace(/^export (declare )?|;$/g, '');
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
