/** Applies operators to the YAML sources of the contract. */
import { globSync } from 'node:fs';
import type { FileChange } from '@agent-conversation/cli/files';
import { type SourceFile, SourceFiles } from '@agent-conversation/cli/source';
import {
  childrenOf,
  type Json,
  objectOf,
  pointerTo,
} from '@agent-conversation/contract';
import { parseDocument } from 'yaml';
import type { GateName } from './gates.ts';
import { type Mutant, titleOf } from './mutant.ts';
import { fileOf, type Location, type Operator, wordOf } from './operator.ts';
import type { Operators } from './operators.ts';

/** The most mutants of each operator in a full run. */
const mutantsEach = 5;

/** Reads the YAML sources of the contract below a root. */
export function readSources(root: string): readonly SourceFile[] {
  const pattern = [
    'openapi/openapi.yaml',
    'openapi/{paths,components,workflows}/**/*.yaml',
  ];
  const sources = new SourceFiles(root);
  const files = globSync(pattern, { cwd: root }).toSorted();
  return files.map((file) => sources.yaml(file));
}

/**
 * Applies operators wherever they fit, and returns mutants of each that are spread over its locations.
 *
 * @param isFast whether to return one mutant of each operator
 * @returns a mutant without files for an operator that has no location
 */
export function contractMutants(
  sources: readonly SourceFile[],
  byGate: Operators,
  isFast: boolean,
): readonly Mutant[] {
  const locations = sources.flatMap((source) =>
    locationsIn(source, [], source.value as Json),
  );
  return Object.entries(byGate).flatMap(([gate, operators]) =>
    Object.entries(operators).flatMap(([name, operator], position) => {
      const mutant: Mutant = {
        title: titleOf(name),
        gate: gate as GateName,
        words: [],
        files: [],
      };
      const all = locations.filter(operator.applies);
      if (all.length === 0) return [mutant];
      const step = isFast ? all.length : Math.ceil(all.length / mutantsEach);
      // Operators that fit the same locations change different ones, which can be tried in one run of the gate.
      const chosen = all.filter((_, index) => index % step === position % step);
      return chosen.map((location) => mutate(mutant, operator, location));
    }),
  );
}

/** All values of a file, from the outside to the inside. */
function locationsIn(
  source: SourceFile,
  path: Location['path'],
  value: Json,
): readonly Location[] {
  const key = `${path.at(-1) ?? ''}`;
  const pointer = pointerTo('', ...path);
  const location = {
    source,
    path,
    pointer,
    key,
    value,
    fields: objectOf(value),
  };
  const inner = childrenOf(value).flatMap(([step, child]) =>
    locationsIn(source, [...path, step], child),
  );
  return [location, ...inner];
}

function mutate(
  mutant: Mutant,
  operator: Operator,
  location: Location,
): Mutant {
  const { change, changeset, words = [wordOf(location)] } = operator;
  const { file, text } = location.source;
  const document = parseDocument(text);
  if (change) change(document, location);
  else document.deleteIn(location.path);
  const content = document.toString({
    lineWidth: 0,
    flowCollectionPadding: false,
  });
  const files: FileChange[] = [{ file, content }];
  if (changeset) {
    const header = `---\n'@agent-conversation/openapi': ${changeset}\n---\n`;
    files.push({
      file: '.changeset/drift.md',
      content: `${header}\nChanges something.\n`,
    });
  }
  const place = `${fileOf(location)} ${location.pointer}`.trimEnd();
  return {
    ...mutant,
    title: `${mutant.title}: ${place}`,
    words: typeof words === 'function' ? words(location) : words,
    files,
  };
}
