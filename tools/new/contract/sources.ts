import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path/posix';
import { isObject } from '../../lint/spectral/lib/document.js';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { ScaffoldError } from '../scaffold-error.ts';

/** The files of the repository, as they are in the working tree. */
export class Sources {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  has(file: string): boolean {
    return existsSync(join(this.root, file));
  }

  /**
   * The text of a file.
   *
   * @throws {ScaffoldError} when it is not there
   */
  text(file: string): string {
    try {
      return readFileSync(join(this.root, file), 'utf8');
    } catch {
      throw new ScaffoldError(`${file} cannot be read: is this the root of the repository?`);
    }
  }

  /**
   * The YAML of a file, with its comments.
   *
   * @throws {ScaffoldError} naming the line that is no YAML
   */
  document(file: string): Document {
    const lines = new LineCounter();
    const document = parseDocument(this.text(file), { lineCounter: lines });
    const [error] = document.errors;
    if (!error) return document;
    const [what = ''] = error.message.split(/ at line |\n/);
    throw new ScaffoldError(`${file}:${lines.linePos(error.pos[0]).line}: no YAML: ${what}`);
  }

  /**
   * The members of a file of YAML; none if it is empty.
   *
   * @throws {ScaffoldError} naming the line that is no YAML, or the file that has something else
   */
  yaml(file: string): Readonly<Record<string, unknown>> {
    const content: unknown = this.document(file).toJS() ?? {};
    if (isObject(content)) return content;
    throw new ScaffoldError(`${file} must have members`);
  }

  /** The names of the components of a kind, such as `schemas`. */
  components(kind: string): string[] {
    return globSync(`openapi/components/${kind}/*.yaml`, { cwd: this.root })
      .map((file) => basename(file.replaceAll('\\', '/'), '.yaml'))
      .toSorted();
  }
}
