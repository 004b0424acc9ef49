import { stringify } from 'yaml';
import type { NewFile } from './file.ts';

/** A new file of YAML. */
export function yamlFile(file: string, value: object): NewFile {
  return { file, text: stringify(value, { lineWidth: 0 }), isNew: true };
}

/** A file that is changed by its YAML document, which keeps comments and order. */
export function changedYaml(
  file: string,
  document: { toString(options: object): string },
): NewFile {
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return { file, text, isNew: false };
}
