/** Renders the templates, and edits the files that exist already. */
import { readFileSync } from 'node:fs';
import { CommandError } from '@agent-conversation/cli';
import { upperFirst } from '@agent-conversation/contract';
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
  // Of each template: the path of the file, and what it is rendered for.
  const templates: [
    template: string,
    file: string,
    views: readonly object[],
  ][] = [
    [
      'parameter.yaml',
      `${components}/parameters/{{component}}.yaml`,
      newParameters,
    ],
    ['not-found.yaml', `${components}/responses/{{component}}.yaml`, newErrors],
    ['unknown.yaml', `${components}/examples/{{example}}.yaml`, newErrors],
    ['schema.yaml', `${components}/schemas/{{name}}.yaml`, newSchemas],
    ['success.ts', `${samples}/success.ts`, [sample]],
    ['failure.ts', `${samples}/failure.ts`, [sample]],
    ['sample.sh', `${samples}/{{outcome}}.sh`, outcomes],
    ['sample.js', `${samples}/{{outcome}}.js`, outcomes],
    ['sample.py', `${samples}/{{outcome}}.py`, outcomes],
    ['changeset.md', `.changeset/${addedBy(id)}.md`, [operation]],
  ];
  const files = [
    ...rootDocument(operation, contract),
    pathItem(operation, contract),
    decisions(operation, contract),
    ...verbs(operation.verb, contract),
    ...bodies.map(({ example, value }) => {
      const content = stringify({ summary, value }, { lineWidth: 0 });
      return {
        file: `${components}/examples/${example}.yaml`,
        content,
        before: undefined,
      };
    }),
    ...templates.flatMap(([template, file, views]) =>
      views.map((view) => {
        const content = render(template, { decision, ...view });
        return {
          file: Mustache.render(file, view),
          content,
          before: undefined,
        };
      }),
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
  const order = ['get', 'head', 'post', 'put', 'patch', 'delete']; // as lint demands
  const rank = (key: unknown) => order.indexOf(String(key));
  const next = methods.items.findIndex(
    ({ key }) => rank(key) > rank(operation.method),
  );
  methods.items.splice(
    next < 0 ? methods.items.length : next,
    0,
    rendered.items[0]!,
  );
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
  if (
    !isSeq(list) ||
    list.items.some((item) => isScalar(item) && item.value === verb)
  )
    return [];
  // As text, before the closing bracket: the rest of the file keeps its form.
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
  const data = body && JSON.stringify(body.value, undefined, 2);
  const args = [
    ...inPath.map(({ example }) => `'${example}'`),
    ...(data ? [data] : []),
  ];
  return {
    baseUrl,
    url: inPath.reduce(
      (url, { name, example }) =>
        url.replace(`{${name}}`, encodeURIComponent(example)),
      baseUrl + path,
    ),
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
