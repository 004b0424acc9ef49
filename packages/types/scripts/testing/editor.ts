import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A source text as an editor shows it. Places are those where a text begins for the first time. */
export interface Editor {
  /** What is shown on hovering over a place: its documentation, with the tags as JSON. */
  readonly hover: (place: string) => string;
  /** What is offered to complete an empty string, given with what stands before it. */
  readonly complete: (place: string) => string[];
  /** What the type checker has to say. */
  readonly faults: () => string[];
}

/** Opens a source text that uses the built package. */
export function edit(source: string): Editor {
  const file = fileURLToPath(new URL('example.ts', import.meta.url));
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      types: [],
    }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot(name) {
      const text = name === file ? source : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => fileURLToPath(new URL('../../', import.meta.url)),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => (name === file ? source : ts.sys.readFile(name)),
    directoryExists: (name) => ts.sys.directoryExists(name),
  });
  return {
    hover(place) {
      const info = service.getQuickInfoAtPosition(file, source.indexOf(place));
      return ts.displayPartsToString(info?.documentation) + JSON.stringify(info?.tags ?? []);
    },
    complete(place) {
      const inside = source.indexOf(`${place}''`) + place.length + 1;
      const found = service.getCompletionsAtPosition(file, inside, {});
      return found?.entries.map(({ name }) => name) ?? [];
    },
    faults: () =>
      [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].map(
        ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
      ),
  };
}
