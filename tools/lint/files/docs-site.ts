/** The pages of the documentation, to which its guides link. */
import { globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { readDecisions } from '@agent-conversation/cli/decisions';
import { isObject, listOf, objectOf, textOf } from '@agent-conversation/contract';
import type { Contract } from '../diagnostic.ts';
import { operations, parts } from '../spectral/lib/document.js';

const docs = 'packages/docs/';
const decisions = 'openapi/decisions.md';

/** A page, or the file that it is made from. */
export interface DocsPage {
  readonly file?: string;
  /** What the page, or the anchors in it, are made for. */
  readonly group?: string;
  readonly names?: readonly string[];
  /** The name of the page, where there is one for each name. */
  readonly name?: string;
}

/** Finds the pages that the docs generate from a contract. */
export class DocsSite {
  readonly #contract: Contract;
  readonly #names = new Map<string, readonly string[] | undefined>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Returns the page that a guide links to; undefined if the file is no page of the docs. */
  pageAt(from: string, path: string): DocsPage | undefined {
    const page = sitePath(from);
    if (page === undefined) return undefined;
    const target = normalize(join(dirname(page), path));
    if (/^(index|guides\/.+)\.md$/.test(target)) {
      return { file: `${docs}guides/${target.replace('guides/', '')}` };
    }
    const [, group = '', name] = /^([a-z]+)(?:\/(.+))?\.md$/.exec(target) ?? [];
    const names = this.#names.get(group) ?? this.#namesOf(group);
    this.#names.set(group, names);
    if (generated.test(target)) return { names: [] };
    if (names === undefined) return { file: docs + target };
    if (group === 'decisions') return { group, names, file: decisions };
    return { group, names, ...(group === 'operations' && { name: name ?? '' }) };
  }

  #namesOf(group: string): readonly string[] | undefined {
    const { document } = this.#contract;
    switch (group) {
      case 'operations':
        return operations(document).map(({ node }) => textOf(node['operationId']));
      case 'decisions':
        return readDecisions(this.#contract.files.text(decisions)).map(({ id }) => id);
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

  #schemaNames(isListed: (schema: Record<string, unknown>) => boolean): readonly string[] {
    return parts(this.#contract.document)
      .filter(({ role, path, node }) => role === 'schemas' && path.length === 3 && isListed(node))
      .map(({ path }) => String(path[2]));
  }

  #workflowIds(): readonly string[] {
    const { files } = this.#contract;
    const names = globSync('openapi/workflows/*.yaml', { cwd: files.root });
    const workflows = names.flatMap((name) =>
      listOf(objectOf(files.yaml(name).value)['workflows']),
    );
    return workflows.map((workflow) => textOf(objectOf(workflow)['workflowId']));
  }
}

/** Pages and files that have no names to check. */
const generated =
  /^(about\.md|changelog(\/.+)?\.md|reference\.html|openapi\.(json|yaml)|llms.*\.txt)$/;

/** Returns the path of the page that a file becomes. */
function sitePath(file: string): string | undefined {
  if (file === `${docs}guides/index.md`) return 'index.md';
  const [, page] = /^packages\/docs\/(guides\/.+\.md|coverage\.md)$/.exec(file) ?? [];
  return page;
}
