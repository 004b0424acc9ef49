import { relative } from 'node:path/posix';
import { isMap, type Pair, type YAMLMap } from 'yaml';
import type { Sources } from '../contract/sources.ts';
import type { BodyDesign, Design } from '../design/design.ts';
import { firstSentence } from '../design/make-design.ts';
import { isPaged } from '../design/parameters.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import type { NewFile } from './file.ts';
import { changedYaml, yamlFile } from './yaml.ts';

/** The order of methods that lint asks for. */
const order = ['get', 'head', 'post', 'put', 'patch', 'delete'];

/** The file of the path, with the operation. */
export function pathItem(design: Design, sources: Sources): NewFile {
  const file = `openapi/${design.file}`;
  const operation = operationOf(design);
  if (!design.isListed) return yamlFile(file, { [design.method]: operation });
  const document = sources.document(file);
  const { contents } = document;
  if (!isMap(contents)) throw new ScaffoldError(`${file} must have methods`);
  const methods: YAMLMap = contents;
  const rank = (pair: Pair) => order.indexOf(String(pair.key));
  const at = methods.items.findIndex((pair) => rank(pair) > order.indexOf(design.method));
  const pair = document.createPair(design.method, operation);
  methods.items.splice(at < 0 ? methods.items.length : at, 0, pair);
  for (const [index, { key }] of methods.items.entries()) {
    if (index > 0 && key !== null) Object.assign(key as object, { spaceBefore: true });
  }
  return changedYaml(file, document);
}

/** The members of the operation, in the order that lint asks for. */
function operationOf(design: Design): object {
  const { id, tag, summary, decision, retry, parameters, body, answer, errors } = design;
  const from = design.file.slice(0, design.file.lastIndexOf('/'));
  const $ref = (target: string) => ({ $ref: relative(from, target) });
  const content = ({ schema, example }: BodyDesign) => ({
    'application/json': {
      schema: $ref(`components/schemas/${schema.name}.yaml`),
      examples: { [example]: $ref(`components/examples/${example}.yaml`) },
    },
  });
  const sample = (lang: string, label: string, file: string) => ({
    lang,
    label,
    source: $ref(`samples/${id}/${file}`),
  });
  return {
    operationId: id,
    tags: [tag.name],
    summary,
    description: firstSentence(design),
    'x-generation': 'v1',
    'x-provenance': 'assumed',
    'x-decision': decision,
    'x-retry': retry,
    security: [{ SessionApiKey: [] }],
    ...(parameters.length > 0 && {
      parameters: parameters.map((it) => $ref(`components/parameters/${it.component}.yaml`)),
    }),
    ...(body && {
      requestBody: { description: 'What is sent.', required: true, content: content(body) },
    }),
    responses: {
      200: {
        description: 'It is done.',
        'x-provenance': 'assumed',
        'x-decision': decision,
        content: content(answer),
        ...(isPaged(design) && {
          links: {
            NextPage: {
              operationId: id,
              description: 'Reads the page that follows, unless `next_page_id` is null or absent.',
              parameters: { page_id: '$response.body#/next_page_id' },
            },
          },
        }),
      },
      ...Object.fromEntries(
        errors.map((it) => [it.status, $ref(`components/responses/${it.response}.yaml`)]),
      ),
    },
    'x-codeSamples': [
      sample('Shell', 'curl', 'success.sh'),
      sample('TypeScript', 'TypeScript', 'success.ts'),
      sample('Shell', 'curl, failing', 'failure.sh'),
      sample('TypeScript', 'TypeScript, failing', 'failure.ts'),
    ],
  };
}
