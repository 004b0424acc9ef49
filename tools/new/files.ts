/** Renders the templates, and edits the files that exist already. */
import { readFileSync } from 'node:fs';
import type { FileChange } from '@agent-conversation/cli/files';
import type { SourceFiles } from '@agent-conversation/cli/source';
import Mustache from 'mustache';
import type { Operation } from './operation.ts';

/** Returns the files of an operation: those that it edits, and those that do not exist yet. */
export function filesOf(
  operation: Operation,
  sources: SourceFiles,
): readonly FileChange[] {
  const { id, typeName, body, parameters, response } = operation;
  const changes = [
    rootDocument(operation, sources),
    pathItem(operation, sources),
    decisions(operation, sources),
    withVerb(operation.verb, sources),
  ];

  function add(file: string, template: string, view: object = {}): void {
    if (sources.exists(file)) return;
    const content = render(template, { ...operation, ...view });
    changes.push({ file, content });
  }
  const addComponent = (name: string, template: string, view?: object) =>
    add(`openapi/components/${name}.yaml`, `${template}.yaml`, view);

  for (const parameter of parameters)
    addComponent(`parameters/${parameter.component}`, 'parameter', parameter);
  // The path leads nowhere if the last id is unknown.
  for (const last of parameters.slice(-1)) {
    addComponent(`responses/${last.notFound}`, 'not-found', last);
    addComponent(`examples/${last.unknown}`, 'unknown', last);
  }
  const { item } = response;
  addComponent(`schemas/${item.name}`, 'object', item);
  if (response.name !== item.name)
    addComponent(`schemas/${response.name}`, 'list');
  addComponent(`examples/${typeName}Response`, 'response-example');
  if (body) {
    addComponent(`schemas/${typeName}Request`, 'request');
    addComponent(`examples/${typeName}Request`, 'request-example');
  }
  for (const extension of ['sh', 'ts', 'js', 'py']) {
    const sample = `openapi/samples/${id}`;
    add(`${sample}/success.${extension}`, `sample.${extension}`);
    const view = { isFailure: true };
    add(`${sample}/failure.${extension}`, `sample.${extension}`, view);
  }
  add(`.changeset/add-${id}.md`, 'changeset.md');
  return changes;
}

/** Renders a template of the folder `templates/`. */
function render(template: string, view: object): string {
  const file = new URL(`templates/${template}.mustache`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  return Mustache.render(text, view, {}, { escape: String });
}

/** Adds the path and the tag to openapi.yaml, before those of the legacy generation. */
function rootDocument(operation: Operation, sources: SourceFiles): FileChange {
  const file = 'openapi/openapi.yaml';
  const { path, pathFile, tag, resource } = operation;
  let content = sources.text(file);
  if (!content.includes(`\n  ${path}:\n`)) {
    const entry = `  ${path}:\n    $ref: ./${pathFile}\n`;
    content = content.replace(/^ {2}\/api\/(?!v1\/)/m, `${entry}$&`);
  }
  if (!content.includes(`- name: ${tag}\n`)) {
    const description = `The operations of \`client.${resource}\`.`;
    const entry = `  - name: ${tag}\n    description: ${description}\n`;
    content = content
      .replace(/^ {2}- name: .+\(legacy\)/m, `${entry}$&`)
      .replace(/(?<=- name: V1\n +tags: \[)[^\]]*/, `$&, ${tag}`);
  }
  return { file, content };
}

/** The order of methods in the file of a path, as lint demands it. */
const methodOrder = ['get', 'post', 'put', 'patch', 'delete'];

/** Adds the operation to the file of its path. */
function pathItem(operation: Operation, sources: SourceFiles): FileChange {
  const file = `openapi/${operation.pathFile}`;
  const content = render('operation.yaml', operation);
  if (!sources.exists(file)) return { file, content };
  const later = methodOrder.slice(methodOrder.indexOf(operation.method) + 1);
  const before = new RegExp(`^(${later.join('|')}):`, 'm');
  return { file, content: insert(sources.text(file), before, content) };
}

function decisions(operation: Operation, sources: SourceFiles): FileChange {
  const file = 'openapi/decisions.md';
  const entry = render('decision.md', operation);
  return {
    file,
    content: insert(sources.text(file), /^## Trivial decisions$/m, entry),
  };
}

/** Inserts a paragraph before the first match of a pattern, or at the end. */
function insert(text: string, before: RegExp, paragraph: string): string {
  const found = text.search(before);
  const at = found < 0 ? text.length : found;
  return `${text.slice(0, at).trimEnd()}\n\n${paragraph}\n${text.slice(at)}`;
}

/** Returns the rules of lint with a verb in the list of those that begin an operationId. */
export function withVerb(verb: string, sources: SourceFiles): FileChange {
  const file = '.spectral.yaml';
  // As text: the document API would reflow the texts of the file.
  const content = sources
    .text(file)
    .replace(/(?<=\bverbs: \[)[^\]]*/, (known) =>
      known.split(', ').includes(verb) ? known : `${known}, ${verb}`,
    );
  return { file, content };
}
