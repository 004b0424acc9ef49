import type { Design, SchemaChoice } from '../design/design.ts';
import { isPaged } from '../design/parameters.ts';
import { newSchemas, unknownExample } from './components.ts';
import type { NewFile } from './file.ts';
import { yamlFile } from './yaml.ts';

const notations = {
  path: 'path string',
  page_id: 'query string',
  limit: 'query integer(1..100) = 100',
} as const;

/** The operation stated a second time, for the cross-checks. */
export function statement(design: Design): NewFile {
  const { id, method, path, retry, parameters, body, answer, errors } = design;
  const examples = {
    ...(body && { [`${id} request`]: [body.example] }),
    [`${id} 200`]: [answer.example],
    ...Object.fromEntries(
      errors.filter((it) => it.isNew).map((it) => [it.response, [unknownExample(it.response)]]),
    ),
  };
  const made = newSchemas([...(body ? [body] : []), answer]);
  return yamlFile(`packages/conformance/statements/assumed/${id}.yaml`, {
    method,
    path,
    retry,
    mock: 'example',
    ...(parameters.length > 0 && {
      parameters: Object.fromEntries(parameters.map(parameter)),
    }),
    ...(body && { request: `${body.schema.name}!` }),
    answers: {
      200: answer.schema.name,
      ...Object.fromEntries(
        errors.map((it) => [it.status, `${it.response}: ${bodyOf[it.status]}`]),
      ),
    },
    examples,
    ...(isPaged(design) && {
      links: {
        [`${id} 200`]: { NextPage: `${id}(page_id: $response.body#/next_page_id)` },
      },
    }),
    ...(made.length > 0 && {
      objects: Object.fromEntries(made.map((it) => [it.name, object(it)])),
    }),
  });
}

const bodyOf = {
  400: 'ErrorBody',
  401: 'ErrorBody',
  404: 'ErrorBody',
  422: 'ValidationErrorBody',
} as const;

function parameter(it: Design['parameters'][number]): [string, string] {
  if (it.in === 'path') return [`${it.name}!`, notations.path];
  return [it.name, it.name === 'limit' ? notations.limit : notations.page_id];
}

function object({ item, isPage }: SchemaChoice): object {
  if (!item) return { required: ['id'], members: { id: 'string' } };
  const next = isPage ? { next_page_id: 'string | null' } : {};
  return { required: ['items'], members: { items: `${item.name}[]`, ...next } };
}
