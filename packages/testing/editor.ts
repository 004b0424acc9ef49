import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * Opens a source text that uses a built package, as an editor shows it. A location is given by the text that begins
 * there for the first time.
 *
 * @param folder a folder of the package, from which it resolves its own name
 */
export function edit(folder: URL, source: string) {
  const file = fileURLToPath(new URL('example.ts', folder));
  const readFile = (name: string) =>
    name === file ? source : ts.sys.readFile(name);
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
      const text = readFile(name);
      return text === undefined
        ? undefined
        : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => fileURLToPath(folder),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile,
  });
  return {
    /** Returns what is shown on hovering: what it is, and its documentation with its tags. */
    hover(location: string) {
      const info = service.getQuickInfoAtPosition(
        file,
        source.indexOf(location),
      );
      const tags = (info?.tags ?? []).map(
        ({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`,
      );
      return {
        is: ts.displayPartsToString(info?.displayParts),
        docs: [ts.displayPartsToString(info?.documentation), ...tags].join(
          '\n',
        ),
      };
    },
    /** Returns what is offered to complete an empty string behind a location. */
    complete(location: string) {
      const inside = source.indexOf(`${location}''`) + location.length + 1;
      const completions = service.getCompletionsAtPosition(file, inside, {});
      return completions?.entries.map(({ name }) => name) ?? [];
    },
    /** Returns what the type checker reports, with the number of the line, from 1. */
    faults: () =>
      [
        ...service.getSyntacticDiagnostics(file),
        ...service.getSemanticDiagnostics(file),
      ].map(({ start = 0, messageText, relatedInformation = [] }) => ({
        line: source.slice(0, start).split('\n').length,
        message: [
          messageText,
          ...relatedInformation.map((it) => it.messageText),
        ]
          .map((it) => ts.flattenDiagnosticMessageText(it, ' '))
          .join(' ')
          .replaceAll(/\s+/g, ' '),
      })),
  };
}
