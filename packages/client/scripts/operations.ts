import { type Document, refName, resolve, type Schema } from './document.ts';

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly example: unknown;
}

/** The body that an operation takes. */
export interface RequestBody {
  /** The name of its type. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  readonly example: unknown;
}

/** A status that an operation may answer with. */
export interface Answer {
  readonly status: number;
  /** The name of its body's type. */
  readonly type: string;
  readonly description: string;
}

/** How the pages of an operation hang together. */
export interface Paging {
  /** The type of what is on the pages. */
  readonly item: string;
}

/** An operation of the contract, as the client has it. */
export interface Operation {
  readonly id: string;
  /** The resource that it belongs to, such as `appConversations`. */
  readonly resource: string;
  /** Its name there, such as `start`. */
  readonly verb: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly retry: 'safe' | 'unsent' | 'never';
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly success: Answer;
  readonly failures: readonly Answer[];
  readonly paging: Paging | undefined;
}

interface RawOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly 'x-retry': Operation['retry'];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface RawContent {
  readonly description?: string;
  readonly required?: boolean;
  readonly content?: Readonly<
    Record<string, { readonly schema: Schema; readonly examples?: Record<string, unknown> }>
  >;
}

/**
 * The operations of the contract, in the order of the resources and then of the contract.
 *
 * @throws {Error} with a JSON Pointer, where the contract has something that the client cannot do yet
 */
export function readOperations(document: Document): Operation[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, value]) => isOperation(value))
      .map(([method, value]) => readOperation(document, path, method, value as RawOperation)),
  );
  const names = new Map<string, string>();
  for (const { id, resource, verb } of operations) {
    const name = `client.${resource}.${verb}`;
    const other = names.get(name);
    if (other) throw new Error(`${other} and ${id} would both be ${name}: rename one of them`);
    names.set(name, id);
  }
  return operations.toSorted((a, b) => compare(a.resource, b.resource));
}

function readOperation(
  document: Document,
  path: string,
  method: string,
  raw: RawOperation,
): Operation {
  const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`;
  const refuse = (place: string, reason: string): never => {
    throw new Error(`${pointer}${place}: ${reason}; extend packages/client/scripts first`);
  };
  const id = raw.operationId;
  const verb = /^[a-z]+/.exec(id)?.[0] ?? refuse('/operationId', 'does not begin with a verb');
  const segment =
    /^\/api\/(?:v1\/)?([a-z-]+)/.exec(path)?.[1] ?? refuse('', 'the path names no resource');

  const parameters = (raw.parameters ?? []).map((it, index) =>
    readParameter(document, it, (reason) => refuse(`/parameters/${index}`, reason)),
  );
  const answers = Object.entries(raw.responses).map(([status, value]): Answer => {
    const response = resolve(document, value) as RawContent;
    const { type } = readJson(response, (reason) => refuse(`/responses/${status}`, reason));
    return { status: Number(status), type, description: firstSentence(response.description) };
  });
  const [success, ...more] = answers.filter(({ status }) => status >= 200 && status < 300);
  if (!success || more.length > 0) return refuse('/responses', 'needs one success');

  return {
    id,
    verb,
    resource: segment.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    description: raw.description.trim(),
    retry: raw['x-retry'],
    pathParameters: parameters.filter((it) => it.in === 'path'),
    queryParameters: parameters.filter((it) => it.in === 'query'),
    body: raw.requestBody === undefined ? undefined : readBody(document, raw.requestBody, refuse),
    success,
    failures: answers.filter(({ status }) => status >= 400),
    paging: pagingOf(document, success, parameters),
  };
}

function readParameter(
  document: Document,
  value: unknown,
  refuse: (reason: string) => never,
): Parameter {
  const raw = resolve(document, value) as Parameter & { style?: string; explode?: boolean };
  if (raw.in !== 'path' && raw.in !== 'query')
    return refuse(`a parameter in the ${String(raw.in)}`);
  const usual = raw.in === 'path' ? 'simple' : 'form';
  if ((raw.style ?? usual) !== usual || raw.explode === false) {
    return refuse('a style other than the default');
  }
  return { ...raw, required: raw.required ?? false, description: firstSentence(raw.description) };
}

function readBody(
  document: Document,
  value: unknown,
  refuse: (place: string, reason: string) => never,
): RequestBody {
  const raw = resolve(document, value) as RawContent;
  const { type, examples } = readJson(raw, (reason) => refuse('/requestBody', reason));
  const [first] = Object.values(examples);
  const example = first && (resolve(document, first) as { value: unknown }).value;
  const description = firstSentence(raw.description);
  return { type, example, description, required: raw.required ?? false };
}

/** The name of the one JSON schema of a request or an answer, and its examples. */
function readJson({ content }: RawContent, refuse: (reason: string) => never) {
  const [media, ...others] = Object.entries(content ?? {});
  if (media?.[0] !== 'application/json' || others.length > 0) return refuse('not JSON alone');
  const { schema, examples = {} } = media[1];
  if (!schema.$ref) return refuse('a schema without a name');
  return { type: refName(schema.$ref), examples };
}

/** Pages are told by their form: `items` and `next_page_id`, asked for by `page_id`. */
function pagingOf(
  document: Document,
  { type }: Answer,
  parameters: readonly Parameter[],
): Paging | undefined {
  const { properties } = resolve(document, { $ref: `#/components/schemas/${type}` }) as Schema;
  const item = properties?.['items']?.items?.$ref;
  const isPaged = properties?.['next_page_id'] && parameters.some(({ name }) => name === 'page_id');
  return item && isPaged ? { item: refName(item) } : undefined;
}

function isOperation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'operationId' in value;
}

/** The first sentence of a text, in one line. */
function firstSentence(text = ''): string {
  return (/^.*?[.!?](?=\s|$)/s.exec(text.trim())?.[0] ?? text).replaceAll(/\s+/g, ' ').trim();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
