/** The pages of the documentation, to which its guides link. */
import { globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { readDecisions } from '@agent-conversation/cli/decisions';
import {
  isObject,
  listOf,
  objectOf,
  textOf,
} from '@agent-conversation/contract';
import type { Contract } from '../diagnostic.ts';
import { operations, parts } from '../spectral/lib/document.js';

const docs = 'packages/docs/';
const decisions = 'openapi/decisions.md';

/** What a link of a guide leads to. */
export interface DocsTarget {
  /** The file that the page is made from. */
  readonly file?: string;
  /** What pages, or anchors in a page, are made for. */
  readonly group?: {
    readonly title: string;
    readonly names: readonly string[];
  };
  /** The name in the address, where each has a page of its own. */
  readonly name?: string;
}

/** Finds the pages that the docs generate from a contract. */
export class DocsSite {
  readonly #contract: Contract;
  readonly #groups = new Map<string, DocsTarget['group']>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Returns what a guide links to; undefined if the file is no page of the docs. */
  targetOf(from: string, path: string): DocsTarget | undefined {
    const page = sitePath(from);
    if (page === undefined) return undefined;
    const target = normalize(join(dirname(page), path));
    if (/^(index|guides\/.+)\.md$/.test(target)) {
      return { file: `${docs}guides/${target.replace('guides/', '')}` };
    }
    if (generated.test(target)) return {};
    const [, title = '', name] = /^([a-z]+)(?:\/(.+))?\.md$/.exec(target) ?? [];
    const group = this.#groupOf(title);
    if (group === undefined) return { file: docs + target };
    if (title === 'decisions') return { group, file: decisions };
    return title === 'operations' && name !== undefined
      ? { group, name }
      : { group };
  }

  #groupOf(title: string): DocsTarget['group'] {
    if (!this.#groups.has(title)) {
      const names = this.#namesOf(title);
      this.#groups.set(title, names && { title, names });
    }
    return this.#groups.get(title);
  }

  #namesOf(title: string): readonly string[] | undefined {
    const { document } = this.#contract;
    switch (title) {
      case 'operations':
        return operations(document).map(({ node }) =>
          textOf(node['operationId']),
        );
      case 'decisions':
        return readDecisions(this.#contract.files.text(decisions)).entries.map(
          ({ id }) => id,
        );
      case 'workflows':
        return this.#workflowIds();
      case 'schemas':
        return this.#schemaNames(() => true);
      case 'lifecycles':
        return this.#schemaNames((schema) => isObject(schema['x-lifecycle']));
      default:
        return undefined;
    }
  }

  #schemaNames(
    isListed: (schema: Record<string, unknown>) => boolean,
  ): readonly string[] {
    return parts(this.#contract.document)
      .filter(
        ({ role, path, node }) =>
          role === 'schemas' && path.length === 3 && isListed(node),
      )
      .map(({ path }) => String(path[2]));
  }

  #workflowIds(): readonly string[] {
    const { files } = this.#contract;
    const names = globSync('openapi/workflows/*.yaml', { cwd: files.root });
    const workflows = names.flatMap((name) =>
      listOf(objectOf(files.yaml(name).value)['workflows']),
    );
    return workflows.map((workflow) =>
      textOf(objectOf(workflow)['workflowId']),
    );
  }
}

/** Pages and files that have no names to check. */
const generated =
  /^(about\.md|client\.md|commands\/.+\.md|changelog(\/.+)?\.md|reference\.html|openapi\.(json|yaml)|llms.*\.txt)$/;

/** Returns the path of the page that a file becomes. */
function sitePath(file: string): string | undefined {
  if (file === `${docs}guides/index.md`) return 'index.md';
  const [, page] =
    /^packages\/docs\/(guides\/.+\.md|coverage\.md)$/.exec(file) ?? [];
  return page;
}
