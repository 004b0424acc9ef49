/** The page of an operation. */
import {
  childOf,
  type ContractOperation,
  dereference,
  generationOf,
  jsonOf,
  type Message,
  provenanceCovers,
  resolve,
  type Sourced,
  textOf,
  upperFirst,
} from '@agent-conversation/contract';
import { operations as validators } from '@agent-conversation/validators';
import {
  blocks,
  code,
  enumerate,
  fence,
  jsonBlock,
  line,
  link,
  list,
} from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import type { Sample } from '../sources/samples.ts';
import { examplesFor, examplesIn } from './examples.ts';
import { lifecyclesOf } from './lifecycles.ts';
import { type Context, meaningOf } from './links.ts';
import { prose } from './prose.ts';
import { bodyProperties, bodyType, headerList, parameterList } from './properties.ts';
import { statusTitle } from './status-title.ts';

type Response = readonly [status: string, response: Message];

/** The base URL of the programs on the site: the mock. Readers replace it with that of their deployment. */
export const siteBaseUrl = 'http://127.0.0.1:4010';

/** The page of an operation: what it does, samples beside it, and its parameters, body and responses. */
export function operationPage(
  context: Context,
  operation: ContractOperation,
  history: string,
): string {
  const { operationId: id } = operation;
  return container(
    'operation',
    { id },
    container('head', {}, ...head(context, operation)),
    container('samples', {}, ...samples(context, operation)),
    container(
      'rest',
      {},
      ...parameters(context, operation),
      ...requestBody(context, operation),
      ...responses(context, operation),
      container('more', {}, section(2, 'History', `${id}.history`, history)),
    ),
  );
}

/** A section with a heading and an address; nothing if it has no content. */
function section(level: number, title: string, id: string, ...contents: readonly string[]): string {
  const content = blocks(...contents);
  return content === ''
    ? ''
    : container('section', { id }, `${'#'.repeat(level)} ${title}`, content);
}

function head(context: Context, operation: ContractOperation): string[] {
  const { operationId, method, path, summary } = operation;
  const call = `${method.toUpperCase()} ${siteBaseUrl}${path}`;
  // A contract other than this repository's has operations without validators.
  const hasConsole = Object.hasOwn(validators, operationId);
  return [
    `# ${line(prose(summary))}`,
    container('bar', { operation: hasConsole ? operationId : undefined }, fence('http', call)),
    meaningOf({ ...operation, 'x-provenance': 'documented' }, context.linkTo),
    container('facts', {}, list(facts(context, operation))),
  ];
}

/** The retry policies, as openapi/README.md defines them. */
const retries: Readonly<Partial<Record<ContractOperation['x-retry'], string>>> = {
  safe: 'Safe to retry',
  unsent: 'Not idempotent: retried only if not sent, or after 429',
  never: 'Never retried',
};

function facts(context: Context, operation: ContractOperation): string[] {
  const { operationId, path, security, deprecated, 'x-retry': retry } = operation;
  const { contract, linkTo } = context;
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  const keys = schemes.map((scheme) => {
    // Schemes other than API keys have no name.
    const name =
      textOf(childOf(contract.components.securitySchemes[scheme], 'name')) || 'Authorization';
    return `${link('API key', linkTo('guide', 'authentication'))} in ${code(name)}`;
  });
  const lifecycles: string[] = [];
  for (const [name, { transitions }] of lifecyclesOf(contract)) {
    const isChanged = transitions.some((transition) => transition.operation === operationId);
    if (isChanged) lifecycles.push(link(name, linkTo('lifecycle', name)));
  }
  const generation = generationOf(path) === 'v1' ? 'V1' : 'Legacy (V0)';
  return [
    code(operationId),
    deprecated ? `${generation}, **deprecated**` : generation,
    ...keys,
    // Lint requires the policy, and `npm start` shows the page until it is there.
    link(retries[retry] ?? 'Retries', linkTo('guide', 'errors-and-retries')),
    ...(lifecycles.length > 0 ? [`Changes ${enumerate(lifecycles)}`] : []),
    certainty(context, operation),
  ];
}

/** How certain an operation and its payload are. */
function certainty({ contract, linkTo }: Context, operation: ContractOperation): string {
  const { path, requestBody: body, 'x-provenance': provenance = 'documented' } = operation;
  const successes = Object.entries(operation.responses).filter(([status]) => status < '3');
  const messages = [...(body ? [body] : []), ...successes.map(([, message]) => message)];
  const payload = messages.flatMap((message): Sourced[] => [
    message,
    (resolve(contract, message.schema).value ?? {}) as Sourced,
  ]);
  const kinds = Map.groupBy(payload, (part) => part['x-provenance']);
  kinds.delete(undefined);
  const inWords = [...kinds].map(([kind, parts]) => {
    const ids = new Set(parts.flatMap((part) => part['x-decision'] ?? []));
    const reasons = [...ids].toSorted().map((id) => link(id, linkTo('decision', id)));
    return `${kind}${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`;
  });
  const covers = upperFirst(provenanceCovers(path).replace(/^: /, ''));
  const subject = covers ? `${covers} ${provenance}` : upperFirst(provenance);
  return `${subject}, payload ${enumerate(inWords) || provenance}`;
}

function parameters(context: Context, operation: ContractOperation): string[] {
  const { operationId, parameters: all } = operation;
  const locations = [...Map.groupBy(all, (parameter) => parameter.in)];
  const lists = locations.map(([location, members]) => {
    const id = `${operationId}.${location}`;
    const title = `${upperFirst(location)} parameters`;
    return section(3, title, id, parameterList(context, id, members));
  });
  return [section(2, 'Parameters', `${operationId}.parameters`, ...lists)];
}

function requestBody(context: Context, operation: ContractOperation): string[] {
  const { operationId, requestBody: body } = operation;
  if (!body) return [];
  const id = `${operationId}.body`;
  const examples = examplesIn(context.contract, body);
  const blocksOfExamples = examples.map(({ summary, value }) => jsonBlock(value, summary));
  return [
    section(
      2,
      'Request body',
      id,
      bodyType(context, body),
      meaningOf(body, context.linkTo),
      container('more', {}, bodyProperties(context, id, body)),
      container('details', { label: 'Examples' }, ...blocksOfExamples),
    ),
  ];
}

function responses(context: Context, operation: ContractOperation): string[] {
  const { operationId, responses: declared } = operation;
  const id = `${operationId}.responses`;
  const kinds = Map.groupBy(Object.entries(declared), context.isCommonError);
  const own = (kinds.get(false) ?? []).map((it) => response(context, operationId, it));
  return [
    section(2, 'Responses', id, ...own, commonResponses(context, operationId, kinds.get(true))),
  ];
}

/** A response: when it is sent, its headers and body, and what can be requested next. */
function response(context: Context, operationId: string, [status, message]: Response): string {
  const { contract, linkTo } = context;
  const id = `${operationId}.${status}`;
  const next = Object.values(message.links ?? {}).map((each) => {
    const {
      operationId: target,
      description = '',
      parameters: values = {},
    } = dereference(contract, each);
    const texts = Object.entries(values).map(
      ([name, value]) => `, ${code(name)} = ${code(String(value))}`,
    );
    const operation = link(code(target), linkTo('operation', target));
    return `Next: ${operation}${texts.join('')}. ${line(prose(description))}`;
  });
  return section(
    3,
    statusTitle(status),
    id,
    meaningOf(message, linkTo),
    headerList(context, `${id}.header`, message),
    list(next),
    bodyType(context, message),
    container('more', {}, bodyProperties(context, id, message)),
  );
}

/** The responses that most operations have, folded. */
function commonResponses(context: Context, id: string, shared: readonly Response[] = []): string {
  const guide = context.linkTo('guide', 'errors-and-retries');
  const names = shared.map(([status]) => statusTitle(status)).join(', ');
  return container(
    'details',
    { label: `Common errors: ${names}`, id: `${id}.errors` },
    shared.length > 0
      ? `Most operations have these: see ${link('Errors, retries and rate limits', guide)}.`
      : '',
    ...shared.map((it) => response(context, id, it)),
  );
}

function samples(context: Context, operation: ContractOperation): string[] {
  const { operationId: id } = operation;
  const [success, failure] = context.samplesOf(id);
  const method = operation.method.toUpperCase();
  const request = success ? requestTabs(method, success) : '';
  const failing = failure ? requestTabs(method, failure) : '';
  return [
    section(2, 'Request', `${id}.success`, request),
    responseExamples(context, operation),
    container('details', { label: 'A request that fails', id: `${id}.failure` }, failing),
  ];
}

function requestTabs(method: string, { programs }: Sample): string {
  const panels = programs.map(({ language, label, code: source, output }) =>
    container(
      'tab',
      { label },
      fence(language, source),
      container('details', { label: 'Output' }, outputBlock(output)),
    ),
  );
  return container('tabs', { label: 'Language', group: 'language', method }, ...panels);
}

/** What a program prints; JSON on lines of its own. */
function outputBlock(output: string): string {
  const lines = output.trim().split('\n');
  const value = jsonOf(lines.at(-1)!);
  if (typeof value !== 'object') return fence('text', output);
  return blocks(
    lines.length > 1 ? fence('text', lines.slice(0, -1).join('\n')) : '',
    jsonBlock(value, 'Output'),
  );
}

/** The examples of every status, of which one is shown at a time. */
function responseExamples(context: Context, operation: ContractOperation): string {
  const panels = Object.keys(operation.responses).map((status) => {
    const examples = examplesFor(context, operation, status);
    const title = statusTitle(status);
    const shown = examples.map(({ summary, value }) => jsonBlock(value, `${title} · ${summary}`));
    const none = shown.length === 0 ? `**${title}**: no example.` : '';
    return container('tab', { label: status }, none, ...shown);
  });
  const tabs = container('tabs', { label: 'Status' }, ...panels);
  const panel = section(2, 'Response', `${operation.operationId}.examples`, tabs);
  return container('more', {}, panel);
}
