/** Reads the contract of a repository as it is in the working tree. */
import { globSync } from 'node:fs';
import { basename } from 'node:path/posix';
import { CommandError } from '@agent-conversation/cli';
import { type SourceFile, SourceFiles } from '@agent-conversation/cli/source';
import {
  childOf,
  isObject,
  listOf,
  objectOf,
  type Operation,
  operationsOf,
  textOf,
} from '@agent-conversation/contract';

/** The files of a contract, and what the bundle of them contains. */
export class Contract extends SourceFiles {
  readonly document: unknown;
  readonly version: string;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly operations: readonly Operation[];

  /** @throws {CommandError} naming the file that is missing or malformed */
  constructor(root: string) {
    super(root);
    const bundle = this.bundle();
    this.document = bundle;
    this.version = textOf(childOf(childOf(bundle, 'info'), 'version'));
    this.tags = listOf(childOf(bundle, 'tags')).map((tag) =>
      textOf(childOf(tag, 'name')),
    );
    const paths = objectOf(childOf(bundle, 'paths'));
    this.paths = Object.keys(paths);
    const malformed = this.paths.find((path) => !isObject(paths[path]));
    if (malformed !== undefined) {
      const { file } = this.locate(['paths', malformed, 'get']);
      throw new CommandError(
        `${file} is malformed: npm run lint names the line`,
      );
    }
    this.operations = operationsOf(bundle);
  }

  override text(file: string): string {
    try {
      return super.text(file);
    } catch {
      throw new CommandError(
        `${file} cannot be read: is this the root of the repository?`,
      );
    }
  }

  override yaml(file: string): SourceFile {
    const source = super.yaml(file);
    const error = source.syntaxError;
    if (!error) return source;
    throw new CommandError(
      `${file}:${error.line}:${error.column}: ${error.message}`,
    );
  }

  component(kind: string, name: string): unknown {
    return this.yaml(`openapi/components/${kind}/${name}.yaml`).value;
  }

  /** Lists the names of the components of one kind, such as `schemas`. */
  components(kind: string): string[] {
    const files = globSync(`openapi/components/${kind}/*.yaml`, {
      cwd: this.root,
    });
    return files
      .map((file) => basename(file.replaceAll('\\', '/'), '.yaml'))
      .toSorted();
  }
}
