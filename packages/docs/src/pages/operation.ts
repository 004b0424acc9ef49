/** The page of an operation. */
import { STATUS_CODES } from 'node:http';
import {
  type Contract,
  type ContractOperation,
  dereference,
  generationOf,
  type Message,
  nameOf,
  provenanceCovers,
  resolve,
  type Schema,
  type Sourced,
  upperFirst,
} from '@agent-conversation/contract';
import { h } from 'hastscript';
import { type Content, folded, heading, section, within } from '../content.ts';
import { blocks, code, enumerate, fence, jsonBlock, line, link, list } from '../markdown-text.ts';
import type { Sample } from '../sources.ts';
import { lifecyclesOf } from './lifecycles.ts';
import { type Context, meaningOf } from './links.ts';
import { parameterList, properties, typeText } from './properties.ts';

type Responses = readonly (readonly [status: string, response: Message])[];

/** An article with what an operation does, its parameters and responses, and samples beside them. */
export function operationPage(context: Context, operation: ContractOperation, history: string) {
  const { operationId: id, requestBody: body, parameters } = operation;
  const byKind = Map.groupBy(Object.entries(operation.responses), context.isCommonError);
  const [own, shared] = [byKind.get(false) ?? [], byKind.get(true) ?? []];
  const [success, failure] = context.samplesOf(id);
  const places = [...Map.groupBy(parameters, (it) => it.in)];
  const samples = [
    success ? requestSample(`${id}.success`, 'Request', success) : '',
    responseExamples(context, id, own, shared),
    failure ? requestSample(`${id}.failure`, 'A request that fails', failure) : '',
  ];
  const details = [
    places.length > 0 ? heading(2, 'Parameters', `${id}.parameters`) : '',
    ...places.flatMap(([place, all]) => [
      heading(3, `In the ${place}`, `${id}.${place}`),
      parameterList(context, `${id}.${place}`, all),
    ]),
    body ? heading(2, 'Request body', `${id}.body`) : '',
    body
      ? blocks(
          `${body.required ? 'Required' : 'Optional'}, as JSON.`,
          meaningOf(body, context.linkTo),
        )
      : '',
    body ? properties(context, `${id}.body`, body.schema) : '',
    body ? folded('Examples', {}, ...examplesOf(context, body)) : '',
    heading(2, 'Responses', `${id}.responses`),
    ...own.map((it) => response(context, id, it)),
    shared.length > 0 ? commonResponses(context, id, shared) : '',
    history && heading(2, 'History', `${id}.history`),
    history,
  ];
  const article = [
    within('div', {}, ...head(context, operation)),
    within('aside.samples', { ariaLabel: 'Samples' }, ...samples),
    within('div', {}, ...details),
  ];
  return [within('article.operation', { id }, ...article)];
}

function head(context: Context, operation: ContractOperation): Content[] {
  const { operationId: id, method, path, summary, security, deprecated } = operation;
  const { contract, linkTo } = context;
  const keys = security.flatMap((it) => Object.keys(it));
  const lifecycles = lifecyclesOf(contract).flatMap(([name, , { transitions }]) =>
    transitions.some((it) => it.operation === id) ? [link(name, linkTo('lifecycle', name))] : [],
  );
  const generation = generationOf(path) === 'v1' ? 'V1' : 'legacy (V0)';
  const facts = [
    `Operation ${code(id)}, ${generation}${deprecated ? ', **deprecated**' : ''}`,
    ...keys.map((key) => {
      const { name, in: place } = contract.components.securitySchemes[key]!;
      return `${link('API key', linkTo('guide', 'authentication'))} in the ${place} ${code(name)}`;
    }),
    // Lint requires the policy, and `npm start` shows the page until it is there.
    link(retries[operation['x-retry']] ?? 'Retries', linkTo('guide', 'errors-and-retries')),
    lifecycles.length > 0 ? `Changes a state: see the lifecycle of ${enumerate(lifecycles)}` : '',
  ];
  const data = JSON.stringify(consoleData(context, operation)).replaceAll('<', String.raw`\u003c`);
  return [
    `# ${line(summary)}`,
    fence(`http ${method.toUpperCase()}`, baseUrlOf(contract) + path),
    h('p.try.needs-js', [
      h('button.primary', { type: 'button' }, 'Try it'),
      h('script', { type: 'application/json' }, data),
    ]),
    within('div.muted', {}, certainty(context, operation)),
    meaningOf({ ...operation, 'x-provenance': 'documented' }, linkTo),
    within('div.muted', {}, list(facts.filter(Boolean))),
  ];
}

/** What the console of an operation is made from. */
export type ConsoleData = ReturnType<typeof consoleData>;

function consoleData(context: Context, operation: ContractOperation) {
  const { operationId, method, path, parameters, security, requestBody } = operation;
  const { contract } = context;
  const [scheme = ''] = security.flatMap((it) => Object.keys(it));
  return {
    operationId,
    method,
    path,
    parameters: parameters.map(({ name, in: place, required = false, schema }) => {
      const { type, enum: values } = resolve(contract, schema).value as Schema;
      const source = sourceOf(context, name);
      return { name, in: place, required, schema: { type, enum: values } as Schema, source };
    }),
    hasBody: requestBody !== undefined,
    secrets: context.secrets,
    keyHeader: contract.components.securitySchemes[scheme]?.name ?? '',
    requests: context.samplesOf(operationId).map(({ request }) => request),
  };
}

/** The path of a GET that lists what a parameter such as `sandbox_id` identifies: a page of `Sandbox`, by the name. */
function sourceOf({ contract, operations }: Context, parameter: string): string | undefined {
  const wanted = /^(\w+)_id$/.exec(parameter)?.[1]?.replaceAll('_', '');
  const found = operations.find(({ method, parameters, responses }) => {
    const page = resolve(contract, responses['200']?.schema).value as Schema | undefined;
    const $ref = page?.properties?.['items']?.items?.$ref ?? '';
    const isPlain = method === 'get' && !parameters.some(({ required }) => required);
    return isPlain && nameOf($ref).toLowerCase() === wanted;
  });
  return found?.path;
}

/** The retry policies, as openapi/README.md defines them. */
const retries: Readonly<Partial<Record<ContractOperation['x-retry'], string>>> = {
  safe: 'Safe to retry after any failure',
  unsent: 'Not idempotent: retried only if the request was not sent, or was rejected with 429',
  never: 'Never retried',
};

/** The URL of the server with the defaults of its variables (OpenAPI 3.1.1, section 4.8.5). */
export function baseUrlOf({ servers: [server] = [] }: Contract): string {
  const { url = '', variables = {} } = server ?? {};
  return url.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name]?.default ?? '');
}

/** One sentence on how certain an operation and its payload are. */
function certainty({ contract, linkTo }: Context, operation: ContractOperation): string {
  const { path, requestBody, responses, 'x-provenance': provenance = 'documented' } = operation;
  const successful = Object.entries(responses).flatMap(([status, it]) => (status < '3' ? it : []));
  const payload = [requestBody, ...successful].flatMap((it): Sourced[] =>
    it ? [it, (resolve(contract, it.schema).value ?? {}) as Sourced] : [],
  );
  const kinds = Map.groupBy(payload, (it) => it['x-provenance']);
  kinds.delete(undefined);
  const inWords = [...kinds].map(([kind, parts]) => {
    const ids = new Set(parts.flatMap((it) => it['x-decision'] ?? []));
    const reasons = [...ids].toSorted().map((id) => link(id, linkTo('decision', id)));
    return `${kind}${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`;
  });
  const covers = provenanceCovers(path).replace(/^: /, '');
  const subject = covers ? `${upperFirst(covers)} are` : 'The operation is';
  return `*${subject} ${provenance}; its payload is ${enumerate(inWords) || provenance}.*`;
}

/** A response: when it is sent, its headers and body, and what can be requested next. */
function response(context: Context, operationId: string, [status, it]: Responses[number]): Content {
  const { contract, linkTo } = context;
  const id = `${operationId}.${status}`;
  const headers = Object.entries(it.headers).map(
    ([name, { description = '', schema }]) =>
      `Header ${code(name)} *${typeText(schema, linkTo)}*: ${line(description)}`,
  );
  const next = Object.values(it.links ?? {}).map((each) => {
    const { operationId: target, description = '', parameters = {} } = dereference(contract, each);
    const values = Object.entries(parameters).map(
      ([name, value]) => `, ${code(name)} = ${code(String(value))}`,
    );
    const operation = link(code(target), linkTo('operation', target));
    return `Next: ${operation}${values.join('')}. ${line(description)}`;
  });
  const text = blocks(meaningOf(it, linkTo), list([...headers, ...next]));
  const body = it.schema ? properties(context, id, it.schema) : '';
  return section(3, titleOf(status), id, text, body);
}

function titleOf(status: string): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}

/** The responses that most operations have, folded. */
function commonResponses(context: Context, id: string, shared: Responses): Content {
  const guide = context.linkTo('guide', 'errors-and-retries');
  const names = shared.map(([status]) => titleOf(status)).join(', ');
  return folded(
    `Common errors: ${names}`,
    { id: `${id}.errors` },
    `Most operations have these: see ${link('Errors, retries and rate limits', guide)}.`,
    ...shared.flatMap((it) => [response(context, id, it), ...examplesOf(context, it[1])]),
  );
}

function requestSample(id: string, title: string, { programs }: Sample): Content {
  const panels = programs.map(({ language, label, code: source, output }): Panel => [
    label,
    fence(`${language} ${label}`, source),
    folded('Output', {}, fence('text', output)),
  ]);
  return section(2, title, id, tabs(`${id}.language`, 'Language', panels));
}

type Panel = readonly [title: string, ...contents: Content[]];

/** Contents of which one is shown at a time: radio buttons choose it, also by keyboard. */
function tabs(name: string, ariaLabel: string, panels: readonly Panel[]): Content {
  const contents = panels.flatMap(([title, ...panel], i) => [
    h('label.needs-js', [
      h('input', { type: 'radio', name, value: title, checked: i === 0 }),
      title,
    ]),
    within('section', {}, ...panel),
  ]);
  return within('div.tabs', { role: 'group', ariaLabel }, ...contents);
}

function responseExamples(
  context: Context,
  id: string,
  own: Responses,
  shared: Responses,
): Content {
  const panels = own.map(([status, it]): Panel => [
    status,
    `**${titleOf(status)}**`,
    ...examplesOf(context, it),
  ]);
  const statuses = shared.map(([status]) => status).join(', ');
  const errors = statuses && `[Common errors: ${statuses}](#${id}.errors)`;
  return section(2, 'Response', `${id}.examples`, tabs(`${id}.status`, 'Status', panels), errors);
}

function examplesOf({ contract }: Context, { content = {} }: Message): string[] {
  const all = Object.values(content).flatMap(({ examples = {} }) => Object.values(examples));
  return all.map((it) => {
    const { summary, value } = dereference(contract, it);
    return jsonBlock(value, summary);
  });
}
