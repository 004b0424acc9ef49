import { upperFirst, withArticle, wordsOf } from '../contract/words.ts';
import type { BodyDesign, Design, SchemaChoice } from '../design/design.ts';
import type { NewFile } from './file.ts';
import { yamlFile } from './yaml.ts';

/** The components that are new. */
export function components(design: Design): NewFile[] {
  const { parameters, body, answer, errors, summary } = design;
  const bodies = [...(body ? [body] : []), answer];
  return [
    ...parameters.filter((it) => it.isNew).map((it) => parameter(design, it)),
    ...errors.filter((it) => it.isNew).flatMap((it) => notFound(design, it.response)),
    ...newSchemas(bodies).map((it) => schema(design, it)),
    ...bodies.map(({ example, value }) =>
      yamlFile(`openapi/components/examples/${example}.yaml`, { summary, value }),
    ),
  ];
}

/** The schemas that are new, each once. */
export function newSchemas(bodies: readonly BodyDesign[]): SchemaChoice[] {
  const all = bodies.flatMap(({ schema: it }) => [it, ...(it.item ? [it.item] : [])]);
  return all.filter(
    (it, index) => it.isNew && all.findIndex(({ name }) => name === it.name) === index,
  );
}

/** The example of a new answer 404, such as `EventUnknown` of `EventNotFound`. */
export function unknownExample(response: string): string {
  return response.replace(/NotFound$/, 'Unknown');
}

function parameter(
  { decision }: Design,
  { component, name, example }: Design['parameters'][number],
) {
  return yamlFile(`openapi/components/parameters/${component}.yaml`, {
    name,
    in: 'path',
    description: `The id of ${withArticle(name.replace(/_id$/, '').replaceAll('_', ' '))}.`,
    required: true,
    'x-provenance': 'assumed',
    'x-decision': decision,
    schema: { type: 'string' },
    example,
  });
}

function notFound({ decision }: Design, response: string): NewFile[] {
  const example = unknownExample(response);
  const what = wordsOf(response.replace(/NotFound$/, '')).join(' ');
  return [
    yamlFile(`openapi/components/responses/${response}.yaml`, {
      description: `There is no ${what} of this id, or it belongs to somebody else.`,
      'x-provenance': 'assumed',
      'x-decision': decision,
      content: {
        'application/json': {
          schema: { $ref: '../schemas/ErrorBody.yaml' },
          examples: { [example]: { $ref: `../examples/${example}.yaml` } },
        },
      },
    }),
    yamlFile(`openapi/components/examples/${example}.yaml`, {
      summary: `The id is not the one of ${withArticle(what)}`,
      value: { detail: `${upperFirst(what)} not found` },
    }),
  ];
}

const nextPageId = {
  description: 'The `page_id` of the page that follows. Null or absent, this is the last page.',
  type: ['string', 'null'],
};

function schema({ decision, summary }: Design, { name, item, isPage }: SchemaChoice): NewFile {
  const what = wordsOf(name).join(' ');
  const marks = { 'x-provenance': 'assumed', 'x-decision': decision, type: 'object' };
  const file = `openapi/components/schemas/${name}.yaml`;
  if (item) {
    return yamlFile(file, {
      description: `What "${summary}" finds.`,
      ...marks,
      required: ['items'],
      properties: {
        items: {
          description: 'What was found.',
          type: 'array',
          items: { $ref: `${item.name}.yaml` },
        },
        ...(isPage && { next_page_id: nextPageId }),
      },
    });
  }
  return yamlFile(file, {
    description: `What is known of the ${what}.`,
    ...marks,
    required: ['id'],
    properties: { id: { description: `The id of the ${what}.`, type: 'string' } },
  });
}
