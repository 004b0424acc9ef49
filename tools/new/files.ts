/** Renders the templates, and edits the files that exist already. */
import { readFileSync } from 'node:fs';
import { CommandError } from '@agent-conversation/cli';
import { fillPath, upperFirst } from '@agent-conversation/contract';
import { kebabCase } from 'change-case';
import Mustache from 'mustache';
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
} from 'yaml';
import type { Contract } from './contract.ts';
import { formatted } from './formatted.ts';
import type { Operation } from './operation.ts';
import type { WrittenFile } from './report.ts';

/**
 * Returns every file of an operation, formatted with prettier.
 *
 * @throws {CommandError} if a new file exists already
 */
export async function filesOf(
  operation: Operation,
  contract: Contract,
): Promise<WrittenFile[]> {
  const {
    id,
    decision,
    summary,
    newParameters,
    newErrors,
    newSchemas,
    bodies,
  } = operation;
  const sample = sampleOf(operation);
  const outcomes = [
    { ...sample, outcome: 'success', header: 'X-Session-API-Key', key: 'any' },
    {
      ...sample,
      outcome: 'failure',
      header: 'Authorization',
      key: 'Bearer any',
      fails: true,
    },
  ];
  const components = 'openapi/components';
  const samples = `openapi/samples/${id}`;
  // `file` is a template, too.
  const templates: { template: string; file: string; views: object[] }[] = [
    {
      template: 'parameter.yaml',
      file: `${components}/parameters/{{component}}.yaml`,
      views: newParameters,
    },
    {
      template: 'not-found.yaml',
      file: `${components}/responses/{{component}}.yaml`,
      views: newErrors,
    },
    {
      template: 'unknown.yaml',
      file: `${components}/examples/{{example}}.yaml`,
      views: newErrors,
    },
    {
      template: 'schema.yaml',
      file: `${components}/schemas/{{name}}.yaml`,
      views: newSchemas,
    },
    ...['success.ts', 'failure.ts'].map((template) => ({
      template,
      file: `${samples}/${template}`,
      views: [sample],
    })),
    ...['sh', 'js', 'py'].map((extension) => ({
      template: `sample.${extension}`,
      file: `${samples}/{{outcome}}.${extension}`,
      views: outcomes,
    })),
    {
      template: 'changeset.md',
      file: `.changeset/${addedBy(id)}.md`,
      views: [operation],
    },
  ];
  const files = [
    ...rootDocument(operation, contract),
    pathItem(operation, contract),
    decisions(operation, contract),
    ...verbs(operation.verb, contract),
    ...bodies.map(({ example, value }) => ({
      file: `${components}/examples/${example}.yaml`,
      content: stringify({ summary, value }, { lineWidth: 0 }),
      before: undefined,
    })),
    ...templates.flatMap(({ template, file, views }) =>
      views.map((view) => ({
        file: Mustache.render(file, view),
        content: render(template, { decision, ...view }),
        before: undefined,
      })),
    ),
  ];
  const taken = files.find(
    ({ file, before }) => before === undefined && contract.exists(file),
  )?.file;
  if (taken !== undefined) {
    throw new CommandError(
      `${taken} exists already: move it away, or use another --id or --path`,
    );
  }
  return formatted(contract.root, files);
}

/** Renders a template of the folder `templates/`. */
export function render(template: string, view: object): string {
  const text = readFileSync(
    new URL(`templates/${template}.mustache`, import.meta.url),
    'utf8',
  );
  return Mustache.render(text, view, {}, { escape: String });
}

function edited(file: string, document: Document): WrittenFile {
  const options = { lineWidth: 0, flowCollectionPadding: false };
  return { file, content: document.toString(options), before: file };
}

/** Adds the path and the tag to openapi.yaml. */
function rootDocument(operation: Operation, contract: Contract): WrittenFile[] {
  const file = 'openapi/openapi.yaml';
  const { path, tag, isListed, resource } = operation;
  if (isListed && !tag.isNew) return [];
  const document = contract.yaml(file).document;
  const paths = document.get('paths', true);
  const tags = document.get('tags', true);
  const group = document.getIn(['x-tagGroups', 0, 'tags'], true);
  if (!isMap(paths) || !isSeq(tags) || !isSeq(group)) {
    throw new CommandError(
      `${file} must have /paths, /tags and /x-tagGroups/0/tags`,
    );
  }
  if (!isListed) {
    const known = paths.items.map(({ key }) => String(key));
    const pair = document.createPair(path, { $ref: `./${operation.file}` });
    paths.items.splice(indexOfPath(path, known), 0, pair);
  }
  if (tag.isNew) {
    // The first group is V1: the new tag follows its other tags.
    const description = `The operations of \`client.${resource}\`.`;
    tags.items.splice(
      group.items.length,
      0,
      document.createNode({ name: tag.name, description }),
    );
    group.items.push(document.createNode(tag.name));
  }
  return [edited(file, document)];
}

/** Returns where a path belongs: after those that begin as it does, or else after those of V1. */
function indexOfPath(path: string, known: readonly string[]): number {
  const segments = path.split('/');
  for (let length = segments.length - 1; length > 2; length -= 1) {
    const start = segments.slice(0, length).join('/');
    const last = known.findLastIndex((other) =>
      `${other}/`.startsWith(`${start}/`),
    );
    if (last >= 0) return last + 1;
  }
  return known.length;
}

/** Adds the operation to the file of its path. */
function pathItem(operation: Operation, contract: Contract): WrittenFile {
  const file = `openapi/${operation.file}`;
  const content = render('operation.yaml', {
    ...operation,
    up: '../'.repeat(operation.file.split('/').length - 1),
    summary: stringify(operation.summary, { lineWidth: 0 }).trim(),
    description: `${upperFirst(operation.does)}.`,
    hasParameters: operation.parameters.length > 0,
  });
  if (!operation.isListed) return { file, content, before: undefined };
  const document = contract.yaml(file).document;
  const { contents: methods } = document;
  const { contents: rendered } = parseDocument(content);
  if (!isMap(methods) || !isMap(rendered))
    throw new CommandError(`${file} must have methods`);
  methods.items.push(...rendered.items);
  // As lint demands. What is no method stays in front of them.
  const order = ['get', 'head', 'post', 'put', 'patch', 'delete'];
  const rank = (key: unknown) => order.indexOf(String(key));
  methods.items.sort((a, b) => rank(a.key) - rank(b.key));
  for (const { key } of methods.items.slice(1))
    if (isScalar(key)) key.spaceBefore = true;
  return edited(file, document);
}

function decisions(operation: Operation, contract: Contract): WrittenFile {
  const file = 'openapi/decisions.md';
  const entry = render('decision.md', {
    ...operation,
    METHOD: operation.method.toUpperCase(),
  });
  const text = contract.text(file).trimEnd();
  const table = text.search(/^## (?!D\d\d)[^\n]*\n(?![^]*^## D\d\d)/m);
  const at = table < 0 ? text.length : table;
  const content =
    `${text.slice(0, at).trimEnd()}\n\n${entry}${text.slice(at)}`.trimEnd();
  return { file, content: `${content}\n`, before: file };
}

/** The name of the changeset that announces a new operation. */
export const addedBy = (id: string): string => `add-${kebabCase(id)}`;

/** Adds a new verb to the list of verbs that lint knows. */
export function verbs(verb: string, contract: Contract): WrittenFile[] {
  const file = '.spectral.yaml';
  const { document } = contract.yaml(file);
  const rule = [
    'rules',
    'contract-operation-id',
    'then',
    'functionOptions',
    'verbs',
  ];
  const list = document.getIn(rule, true);
  if (!isSeq(list)) return [];
  const known: unknown[] = list.toJSON();
  if (known.includes(verb)) return [];
  // As text, before the closing bracket: the document API would reflow the texts of the file.
  const text = contract.text(file);
  const end = text.lastIndexOf(']', list.range?.[1]);
  const content = `${text.slice(0, end)}, ${verb}${text.slice(end)}`;
  return [{ file, content, before: file }];
}

/** What the templates of the samples need. */
function sampleOf({
  method,
  path,
  verb,
  resource,
  parameters,
  body,
  response,
}: Operation) {
  const baseUrl = 'http://127.0.0.1:4010';
  const value = response.value as { readonly items?: readonly object[] };
  const [property] = Object.keys((value.items ? value.items[0] : value) ?? {});
  const inPath = parameters.filter((it) => it.in === 'path');
  const examples = Object.fromEntries(
    inPath.map(({ name, example }) => [name, example]),
  );
  const data = body && JSON.stringify(body.value, undefined, 2);
  const args = [
    ...inPath.map(({ example }) => `'${example}'`),
    ...(data ? [data] : []),
  ];
  return {
    baseUrl,
    url: baseUrl + fillPath(path, examples),
    // curl's default method needs no option.
    request: method !== (body ? 'post' : 'get') && method.toUpperCase(),
    method,
    // fetch's default method neither.
    METHOD: method !== 'get' && method.toUpperCase(),
    json: data,
    data: data?.replaceAll("'", String.raw`'\''`).replaceAll('\n', '\n  '),
    python: body && pythonOf(body.value),
    call: `client.${resource}.${verb}(${args.join(', ')})`,
    isList: value.items !== undefined,
    property: property && `.${property}`,
    item: property && `["${property}"]`,
  };
}

/** JSON as a Python literal, an argument of a call. */
function pythonOf(value: unknown): string {
  const names: Readonly<Record<string, string>> = {
    true: 'True',
    false: 'False',
    null: 'None',
  };
  return JSON.stringify(value, undefined, 4)
    .replaceAll(
      /(?<=^ *(?:"(?:[^"\\]|\\.)*": )?)(?:true|false|null)(?=,?$)/gm,
      (it) => names[it]!,
    )
    .replaceAll('\n', '\n    ');
}
