import {
  componentAt,
  type Document,
  type Located,
  memberAt,
  membersAt,
  refName,
  Refusal,
  resolve,
  type Schema,
  unsupported,
} from './document.ts';
import { firstSentence } from './first-sentence.ts';
import type { Answer, Operation, Paging, RequestBody } from './operation.ts';
import { readParameters } from './parameters.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const retries: readonly unknown[] = ['safe', 'unsent', 'never'];

/**
 * The operations of the contract, in the order of the resources and then of the contract.
 *
 * @throws {Refusal} where the contract has something that the client cannot do yet
 */
export function readOperations(document: Document): Operation[] {
  const makers = new Map<string, string>();
  const paths = memberAt({ value: document, pointer: '#' }, 'paths');
  const operations = membersAt(paths).flatMap(([path, item]) =>
    operationsAt(item).map(([method, located]) => {
      const operation = readOperation(document, path, method, located);
      const { id, resource, verb } = operation;
      for (const name of [`the function ${id}`, `the method client.${resource}.${verb}`]) {
        const other = makers.get(name);
        if (other) {
          throw new Refusal(
            located.pointer,
            `${id} would make ${name}, as ${other} does; rename one of them`,
          );
        }
        makers.set(name, `${id} at ${located.pointer}`);
      }
      return operation;
    }),
  );
  return operations.toSorted((a, b) => compare(a.resource, b.resource));
}

function operationsAt(item: Located): [method: string, operation: Located][] {
  return membersAt(item).filter(([name, member]) => {
    if (methods.includes(name)) return true;
    if (['summary', 'description'].includes(name) || name.startsWith('x-')) return false;
    throw unsupported(member, `${name} for all operations of a path`);
  });
}

function readOperation(
  document: Document,
  path: string,
  method: string,
  located: Located,
): Operation {
  const operationId = memberAt(located, 'operationId');
  const id = String(operationId.value);
  const verb = /^([a-z]+)[A-Z]\w*$/.exec(id)?.[1];
  if (!verb) {
    throw new Refusal(
      operationId.pointer,
      `must be a verb and what it acts on, such as pauseSandbox, and not ${id}`,
    );
  }
  const segment = /^\/api\/(?:v\d+\/)?([a-z]+(?:-[a-z]+)*)(?:\/|$)/.exec(path)?.[1];
  if (!segment) {
    throw new Refusal(
      located.pointer,
      'its path must begin with the name of a resource, such as /api/v1/sandboxes',
    );
  }
  const retry = memberAt(located, 'x-retry');
  if (!retries.includes(retry.value)) {
    throw new Refusal(retry.pointer, `must be one of ${retries.join(', ')}`);
  }
  const parameters = readParameters(document, path, located);
  const body = readBody(document, memberAt(located, 'requestBody'));
  if (body && !body.required && parameters.queryParameters.some((it) => it.required)) {
    throw unsupported(located, 'a body that may be left out beside a query that may not');
  }
  const [success, failures] = readAnswers(document, memberAt(located, 'responses'));
  const paging = pagingOf(document, success, parameters.queryParameters);
  if (paging && (body || parameters.pathParameters.length > 0)) {
    throw unsupported(located, 'a search that takes more than a query');
  }
  return {
    id,
    verb,
    resource: segment.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    method: method.toUpperCase(),
    path,
    ...descriptionAt(located),
    retry: retry.value as Operation['retry'],
    ...parameters,
    body,
    success,
    failures,
    paging,
  };
}

/** The description, and the paragraph of it that gives the reason if the operation is deprecated. */
function descriptionAt(located: Located): Pick<Operation, 'description' | 'deprecated'> {
  const { value, pointer } = memberAt(located, 'description');
  if (typeof value !== 'string') throw new Refusal(pointer, 'must say what the docs show');
  const paragraphs = value.trim().split(/\n{2,}/);
  if (memberAt(located, 'deprecated').value !== true) {
    return { description: value.trim(), deprecated: undefined };
  }
  const start = 'Deprecated: ';
  const reason = paragraphs.find((it) => it.startsWith(start));
  return {
    description: paragraphs.filter((it) => it !== reason).join('\n\n'),
    deprecated: reason?.slice(start.length) ?? 'The contract gives no reason.',
  };
}

function readAnswers(
  document: Document,
  responses: Located,
): [success: Answer, failures: readonly Answer[]] {
  const answers = membersAt(responses).map(([status, reference]): Answer => {
    if (!/^[245]\d\d$/.test(status)) throw unsupported(reference, `the status ${status}`);
    const response = resolve<{ readonly description?: string }>(document, reference);
    return {
      status: Number(status),
      type: readJson(response).type,
      description: firstSentence(response.value.description),
    };
  });
  const [success, ...more] = answers.filter(({ status }) => status < 300);
  if (!success || more.length > 0) {
    throw new Refusal(responses.pointer, 'must have one success, as a method gives one type');
  }
  return [success, answers.filter((it) => it !== success)];
}

function readBody(document: Document, reference: Located): RequestBody | undefined {
  if (reference.value === undefined) return undefined;
  const body = resolve<{ description?: string; required?: boolean }>(document, reference);
  const { type, examples } = readJson(body);
  const [first] = membersAt(examples);
  if (!first) throw new Refusal(examples.pointer, 'must have an example, which the docs show');
  return {
    type,
    required: body.value.required ?? false,
    description: firstSentence(body.value.description),
    example: resolve<{ readonly value: unknown }>(document, first[1]).value.value,
  };
}

/** The name of the one JSON schema of a request or an answer, and its examples. */
function readJson(located: Located): { type: string; examples: Located } {
  const content = memberAt(located, 'content');
  const types = Object.keys(content.value ?? {});
  if (types.join() !== 'application/json') {
    throw unsupported(content, types.length > 0 ? types.join(' and ') : 'a message without a body');
  }
  const media = memberAt(content, 'application/json');
  const schema = memberAt(media, 'schema');
  const { $ref } = (schema.value ?? {}) as Schema;
  if ($ref) return { type: refName($ref), examples: memberAt(media, 'examples') };
  throw new Refusal(schema.pointer, 'must be a $ref to a schema with a name, which the types have');
}

/** Pages are told by their form: `items` and `next_page_id`, asked for by `page_id`. */
function pagingOf(
  document: Document,
  { type }: Answer,
  parameters: Operation['queryParameters'],
): Paging | undefined {
  const { properties } = componentAt(document, type).value;
  const item = properties?.['items']?.items?.$ref;
  const isPaged = properties?.['next_page_id'] && parameters.some(({ name }) => name === 'page_id');
  if (!item || !isPaged) return undefined;
  const name = refName(item);
  return { item: name, hasId: 'id' in (componentAt(document, name).value.properties ?? {}) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
