import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A source text as an editor shows it. Places are those where a text begins for the first time. */
export interface Editor {
  /** What is shown on hovering over a place: what it is, and its documentation with its tags. */
  readonly hover: (place: string) => { readonly is: string; readonly docs: string };
  /** What is offered to complete an empty string, given with what stands before it. */
  readonly complete: (place: string) => string[];
  /** What the type checker has to say, with the number of the line, from 1. */
  readonly faults: () => { readonly line: number; readonly message: string }[];
}

/**
 * Opens a source text that uses a built package.
 *
 * @param folder a folder of the package, from which it finds itself
 */
export function edit(folder: URL, source: string): Editor {
  const file = fileURLToPath(new URL('example.ts', folder));
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      strict: true,
      types: [],
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot(name) {
      const text = name === file ? source : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => fileURLToPath(folder),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => (name === file ? source : ts.sys.readFile(name)),
    directoryExists: (name) => ts.sys.directoryExists(name),
  });
  return {
    hover(place) {
      const info = service.getQuickInfoAtPosition(file, source.indexOf(place));
      const tags = (info?.tags ?? []).map(
        ({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`,
      );
      return {
        is: ts.displayPartsToString(info?.displayParts),
        docs: [ts.displayPartsToString(info?.documentation), ...tags].join('\n'),
      };
    },
    complete(place) {
      const inside = source.indexOf(`${place}''`) + place.length + 1;
      const found = service.getCompletionsAtPosition(file, inside, {});
      return found?.entries.map(({ name }) => name) ?? [];
    },
    faults: () =>
      [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].map(
        ({ start = 0, messageText, relatedInformation = [] }) => ({
          line: source.slice(0, start).split('\n').length,
          message: [messageText, ...relatedInformation.map((it) => it.messageText)]
            .map((it) => ts.flattenDiagnosticMessageText(it, ' '))
            .join(' ')
            .replaceAll(/\s+/g, ' '),
        }),
      ),
  };
}
