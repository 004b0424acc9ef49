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
import { authenticationText } from './authentication.ts';
import { examplesFor, examplesIn } from './examples.ts';
import { lifecyclesOf } from './lifecycles.ts';
import { type Context, meaningOf, operationLink } from './links.ts';
import { prose } from './prose.ts';
import {
  bodyProperties,
  bodyType,
  headerList,
  parameterList,
} from './properties.ts';
import { serverList } from './servers.ts';
import { statusTitle } from './status-title.ts';

/** A response with its status. */
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
    head(context, operation),
    samples(context, operation),
    container(
      'rest',
      {},
      parameters(context, operation),
      requestBody(context, operation),
      responses(context, operation),
      container('more', {}, section(2, 'History', `${id}.history`, history)),
    ),
  );
}

/** Whether an operation can be called: one of a contract other than this repository's has no validators. */
export function hasConsole({ operationId }: ContractOperation): boolean {
  return Object.hasOwn(validators, operationId);
}

/** A section with a heading and an address; nothing if it has no content. */
function section(
  level: number,
  title: string,
  id: string,
  ...contents: readonly string[]
): string {
  const content = blocks(...contents);
  if (content === '') return '';
  const heading = `${'#'.repeat(level)} ${title}`;
  return container('section', { id }, heading, content);
}

function head(context: Context, operation: ContractOperation): string {
  const { operationId, method, path, summary } = operation;
  const call = `${method.toUpperCase()} ${siteBaseUrl}${path}`;
  const consoleName = hasConsole(operation) ? operationId : undefined;
  return container(
    'head',
    {},
    `# ${line(prose(summary))}`,
    container('bar', { operation: consoleName }, fence('http', call)),
    meaningOf({ ...operation, 'x-provenance': 'documented' }, context.linkTo),
    pathTexts(context, operation),
    container('facts', {}, list(facts(context, operation))),
  );
}

/** What is said of all operations of the path, and the servers that these have instead of those of the contract. */
function pathTexts(
  { contract }: Context,
  operation: ContractOperation,
): string {
  const item = contract.paths[operation.path];
  const summary = textOf(childOf(item, 'summary'));
  const description = textOf(childOf(item, 'description'));
  const servers = serverList(operation) || serverList(item);
  const title = servers && 'Servers of this operation:';
  return blocks(prose(summary), prose(description), title, servers);
}

/** The retry policies, as openapi/README.md defines them. */
const retries: Readonly<Partial<Record<ContractOperation['x-retry'], string>>> =
  {
    safe: 'Safe to retry',
    unsent: 'Not idempotent: retried only if not sent, or after 429',
    never: 'Never retried',
  };

function facts(context: Context, operation: ContractOperation): string[] {
  const {
    operationId,
    path,
    security,
    deprecated,
    'x-retry': retry,
  } = operation;
  const { contract, linkTo } = context;
  const generation = generationOf(path) === 'v1' ? 'V1' : 'Legacy (V0)';
  const items = [
    code(operationId),
    deprecated ? `${generation}, **deprecated**` : generation,
  ];

  items.push(authenticationText(context, security));

  // Lint requires the policy, and `npm start` shows the page until it is there.
  const policy = retries[retry] ?? 'Retries';
  items.push(link(policy, linkTo('guide', 'errors-and-retries')));

  const lifecycles: string[] = [];
  for (const [name, { transitions }] of lifecyclesOf(contract)) {
    const isChanged = transitions.some(
      (transition) => transition.operation === operationId,
    );
    if (isChanged) lifecycles.push(link(name, linkTo('lifecycle', name)));
  }
  if (lifecycles.length > 0) items.push(`Changes ${enumerate(lifecycles)}`);
  return [...items, certainty(context, operation)];
}

/** How certain an operation, its payload and the status of its success are. */
function certainty(context: Context, operation: ContractOperation): string {
  const { path, requestBody: body, responses: declared } = operation;
  const { 'x-provenance': provenance = 'documented' } = operation;
  const successful: Message[] = [];
  for (const [status, message] of Object.entries(declared)) {
    if (status < '3') successful.push(message);
  }
  const schemas = [body, ...successful].map((message) => {
    return resolve(context.contract, message?.schema).value;
  });
  const covers = provenanceCovers(path).replace(/^: /, '');
  const payload = provenanceText(context, [body, ...schemas]) || provenance;
  const both =
    provenanceText(context, [body, ...schemas, ...successful]) || provenance;
  const status = provenanceText(context, successful);
  const [kindOfStatus = ''] = status.split(' ');
  const isAlike = payload.startsWith(kindOfStatus);
  const ofPayload = isAlike ? both : `${payload}, status ${status}`;
  return upperFirst(`${covers} ${provenance}, payload ${ofPayload}`.trim());
}

/** How certain parts of the contract are, each with its decision; empty if none states it. */
function provenanceText(
  { linkTo }: Context,
  parts: readonly unknown[],
): string {
  const decisions = new Map<string, Set<string>>();
  for (const part of parts) {
    const kind = textOf(childOf(part, 'x-provenance'));
    const decision = textOf(childOf(part, 'x-decision'));
    const ids = decisions.get(kind) ?? new Set();
    if (kind !== '') decisions.set(kind, ids.add(decision));
  }
  const texts = [...decisions].map(([kind, ids]) => {
    const known = [...ids].filter((id) => id !== '').toSorted();
    const reasons = known.map((id) => link(id, linkTo('decision', id)));
    return reasons.length > 0 ? `${kind} (${reasons.join(', ')})` : kind;
  });
  return enumerate(texts);
}

function parameters(context: Context, operation: ContractOperation): string {
  const { operationId } = operation;
  const byLocation = Map.groupBy(
    operation.parameters,
    (parameter) => parameter.in,
  );
  const lists = [...byLocation].map(([location, members]) => {
    const id = `${operationId}.${location}`;
    const title = `${upperFirst(location)} parameters`;
    return section(3, title, id, parameterList(context, id, members));
  });
  return section(2, 'Parameters', `${operationId}.parameters`, ...lists);
}

function requestBody(context: Context, operation: ContractOperation): string {
  const { operationId, requestBody: body } = operation;
  if (!body) return '';
  const id = `${operationId}.body`;
  const examples = examplesIn(context.contract, body);
  const shown = examples.map(({ summary, value }) => jsonBlock(value, summary));
  return section(
    2,
    'Request body',
    id,
    bodyType(context, body),
    meaningOf(body, context.linkTo),
    container('more', {}, bodyProperties(context, id, body)),
    container('details', { label: 'Examples' }, ...shown),
  );
}

function responses(context: Context, operation: ContractOperation): string {
  const { operationId: id, responses: declared } = operation;
  const entries = Object.entries(declared);
  const common = entries.filter(context.isCommonError);
  const others = entries.filter((entry) => !common.includes(entry));
  return section(
    2,
    'Responses',
    `${id}.responses`,
    ...others.map((entry) => response(context, id, entry)),
    commonResponses(context, id, common),
  );
}

/** A response: when it is sent, its headers and body, and what can be requested next. */
function response(
  context: Context,
  operationId: string,
  [status, message]: Response,
): string {
  const { contract, linkTo } = context;
  const id = `${operationId}.${status}`;
  const next = Object.values(message.links ?? {}).map((declared) => {
    const { description = '', ...target } = dereference(contract, declared);
    const words = [operationLink(target.operationId, linkTo)];
    for (const [name, value] of Object.entries(target.parameters ?? {}))
      words.push(`${code(name)} = ${code(String(value))}`);
    return `Next: ${words.join(', ')}. ${line(prose(description))}`;
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
function commonResponses(
  context: Context,
  id: string,
  shared: readonly Response[],
): string {
  if (shared.length === 0) return '';
  const guide = context.linkTo('guide', 'errors-and-retries');
  const explanation = link('Errors, retries and rate limits', guide);
  const names = shared.map(([status]) => statusTitle(status)).join(', ');
  return container(
    'details',
    { label: `Common errors: ${names}`, id: `${id}.errors` },
    `Most operations have these: see ${explanation}.`,
    ...shared.map((entry) => response(context, id, entry)),
  );
}

function samples(context: Context, operation: ContractOperation): string {
  const { operationId: id } = operation;
  const [success, failure] = context.samplesOf(id);
  const method = operation.method.toUpperCase();
  const failing = requestTabs(method, failure);
  return container(
    'samples',
    {},
    section(2, 'Request', `${id}.success`, requestTabs(method, success)),
    responseExamples(context, operation),
    // The file with all pages leaves it out.
    container(
      'more',
      {},
      container(
        'details',
        { label: 'A request that fails', id: `${id}.failure` },
        failing,
      ),
    ),
  );
}

function requestTabs(method: string, sample: Sample | undefined): string {
  const programs = sample?.programs ?? [];
  const panels = programs.map(({ language, label, code: source, output }) => {
    const details = container(
      'details',
      { label: 'Output' },
      outputBlock(output),
    );
    return container('tab', { label }, fence(language, source), details);
  });
  return container(
    'tabs',
    { label: 'Language', group: 'language', method },
    ...panels,
  );
}

/** What a program prints; JSON on lines of its own. */
function outputBlock(output: string): string {
  const lines = output.trim().split('\n');
  const value = jsonOf(lines.pop()!);
  if (typeof value !== 'object') return fence('text', output);
  const result = jsonBlock(value, 'Output');
  if (lines.length === 0) return result;
  const before = fence('text', lines.join('\n'));
  return blocks(before, result);
}

/** The examples of every status, of which one is shown at a time. */
function responseExamples(
  context: Context,
  operation: ContractOperation,
): string {
  const { operationId: id, responses: declared } = operation;
  const panels = Object.keys(declared).map((status) => {
    const title = statusTitle(status);
    const examples = examplesFor(context, operation, status);
    const shown = examples.map(({ summary, value }) => {
      return jsonBlock(value, `${title} · ${summary}`);
    });
    if (shown.length === 0) shown.push(`**${title}**: no example.`);
    return container('tab', { label: status }, ...shown);
  });
  const tabs = container('tabs', { label: 'Status' }, ...panels);
  const content = section(2, 'Response', `${id}.examples`, tabs);
  return container('more', {}, content);
}
