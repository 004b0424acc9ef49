/** Reads the sources of the contract as they are in the working tree. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path/posix';
import { CommandError } from '@agent-conversation/cli';
import { type Document, parseDocument } from 'yaml';

type Ref = { readonly $ref: string };
type Media = { readonly schema: Ref; readonly examples?: Readonly<Record<string, Ref>> };
type Body = { readonly content?: { readonly 'application/json'?: Media } };

/** An operation that the contract already has, as its path file describes it. */
export interface KnownOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Root {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Ref>>;
}

/** The files of a repository, and the contract in them. */
export class Contract {
  readonly root: string;
  readonly version: string;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly operations: readonly KnownOperation[];

  /** @throws {CommandError} naming the file that is missing or malformed */
  constructor(root: string) {
    this.root = root;
    let file = 'openapi/openapi.yaml';
    try {
      const { info, tags, paths } = this.yaml(file) as Root;
      this.version = info.version;
      this.tags = tags.map(({ name }) => name);
      this.paths = Object.keys(paths);
      this.operations = Object.entries(paths).flatMap(([path, { $ref }]) => {
        file = join('openapi', $ref);
        return Object.entries(this.yaml(file) as Record<string, KnownOperation>)
          .filter(([, it]) => it.operationId !== undefined)
          .map(([method, it]) => ({ ...it, method, path }));
      });
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`${file} is malformed: npm run lint names the line`);
    }
  }

  has(file: string): boolean {
    return existsSync(join(this.root, file));
  }

  text(file: string): string {
    try {
      return readFileSync(join(this.root, file), 'utf8');
    } catch {
      throw new CommandError(`${file} cannot be read: is this the root of the repository?`);
    }
  }

  document(file: string): Document {
    const document = parseDocument(this.text(file));
    const [error] = document.errors;
    if (!error) return document;
    throw new CommandError(`${file}: ${error.message.split(':\n')[0]}`);
  }

  yaml(file: string): unknown {
    return this.document(file).toJS();
  }

  component(kind: string, name: string): unknown {
    return this.yaml(`openapi/components/${kind}/${name}.yaml`);
  }

  /** Lists the names of the components of one kind, such as `schemas`. */
  components(kind: string): string[] {
    const files = globSync(`openapi/components/${kind}/*.yaml`, { cwd: this.root });
    return files.map((file) => basename(file.replaceAll('\\', '/'), '.yaml')).toSorted();
  }
}
