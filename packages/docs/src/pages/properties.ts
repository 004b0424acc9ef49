/** Lists of parameters, headers and properties, with everything that is nested in them. */
import {
  childOf,
  childrenOf,
  dereference,
  type MediaType,
  type Message,
  nameOf,
  type Parameter,
  resolve,
  type Schema,
  subschemasOf,
  textOf,
} from '@agent-conversation/contract';
import {
  blocks,
  code,
  codeOf,
  line,
  list,
} from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import { choicesOf, factsOf, keywords, typeText } from './keywords.ts';
import { type Context, meaningOf } from './links.ts';
import { prose } from './prose.ts';

/** Where a list is. */
interface Scope extends Context {
  /** The start of the ids in HTML, such as `pauseSandbox.200`. */
  readonly prefix: string;
  /** The components that lead to it, which are not listed again. */
  readonly passed: readonly string[];
  /** Whether components are folded. */
  readonly isFolded: boolean;
  /** The ids that lists around it and before it have. */
  readonly ids: Set<string>;
  /** The components that are listed around it and before it, each as often as it is. */
  readonly listed: string[];
}

/** The most components that are listed in one place, as their number doubles with each level that two share. */
const mostListed = 100;

/**
 * The type of a body in each content type, such as "Body: *array of string*". A component is named if it is an object;
 * the name of another one would say less than its type.
 */
export function bodyType(
  context: Context,
  { content = {}, required }: Message,
): string {
  const lines = Object.entries(content).map(([mediaType, media]) => {
    const schema = schemaOf(media);
    const target = dereference(context.contract, schema);
    const named = target.properties ? schema : target;
    const type = typeLine(context, 'Body', named, { mediaType, required });
    const encodings = childrenOf(childOf(media, 'encoding')).map(
      ([name, encoding]) => {
        return `${code(String(name))} is encoded with ${codeOf(encoding)}`;
      },
    );
    return blocks(type, list(encodings));
  });
  return blocks(...lines) || 'No body.';
}

/** The schema of a body, which it may lack (OpenAPI 3.1.1, section 4.8.14). */
function schemaOf(media: MediaType): Schema {
  return (childOf(media, 'schema') ?? {}) as Schema;
}

/** The properties of a body in each content type. @param id where they are, such as `pauseSandbox.200` */
export function bodyProperties(
  context: Context,
  id: string,
  { content = {} }: Message,
): string {
  const lists: string[] = [];
  const shown = new Set<string>();
  for (const [mediaType, media] of Object.entries(content)) {
    const schema = schemaOf(media);
    const prefix = lists.length === 0 ? id : `${id}.${mediaType}`;
    const key = JSON.stringify(schema);
    const listed = shown.has(key) ? '' : properties(context, prefix, schema);
    const label = shown.size > 0 && listed !== '' ? `${code(mediaType)}:` : '';
    lists.push(blocks(label, listed));
    shown.add(key);
  }
  return blocks(...lists);
}

/** One line with the type and the facts of a schema, and below it what the schemas in it mean. */
export function typeLine(
  context: Context,
  label: string,
  schema: Schema,
  more: object = {},
): string {
  const type = `${label}: *${typeText(context, schema)}*`;
  const words = [type, ...factsOf(schema, more)];
  return blocks(words.join(', '), innerMeanings(context, schema));
}

/**
 * The properties of a schema, each with its type and constraints; empty if it has none. A required property says so,
 * in responses as well: few are, and a program can rely on them.
 *
 * @param prefix the start of their ids in HTML, such as `pauseSandbox.200`
 * @param passed the component that the schema is: components in it are folded
 */
export function properties(
  context: Context,
  prefix: string,
  schema: Schema,
  passed: readonly string[] = [],
): string {
  const isFolded = passed.length > 0;
  const ids = new Set<string>();
  const scope = { ...context, prefix, passed, isFolded, ids, listed: [] };
  return nestedIn(scope, schema);
}

/** The headers of a response. @param prefix the start of their ids, such as `pauseSandbox.429.header` */
export function headerList(
  context: Context,
  prefix: string,
  { headers }: Message,
): string {
  const parameters = Object.entries(headers).map(
    ([name, header]): Parameter => {
      return { name, in: 'header', ...header };
    },
  );
  return parameterList(context, prefix, parameters);
}

/** Parameters of one location, such as the query. */
export function parameterList(
  context: Context,
  prefix: string,
  parameters: readonly Parameter[],
): string {
  const ids = new Set<string>();
  const scope = {
    ...context,
    prefix,
    passed: [],
    isFolded: true,
    ids,
    listed: [],
  };
  const items = parameters.map((parameter) => {
    const more = { ...parameter, sent: styleOf(context, parameter) };
    return item(scope, parameter.name, parameter.schema, more);
  });
  return container('properties', { id: prefix }, list(items));
}

/** How a parameter with several values is sent; the defaults are those of OpenAPI 3.1.1, section 4.8.12.2.2. */
function styleOf(
  { contract }: Context,
  parameter: Parameter,
): string | undefined {
  const { schema, in: location } = parameter;
  const isInForm = location === 'query' || location === 'cookie';
  const usual = isInForm ? 'form' : 'simple';
  const { style = usual } = parameter;
  const { explode = style === 'form' } = parameter;
  const { value } = resolve(contract, schema);
  const types = [childOf(value, 'type')].flat();
  const sent = types.map(
    (type) => keywords.styles[`${textOf(type)} ${style} ${explode}`],
  );
  const known = sent.find((words) => words !== undefined);
  if (known !== undefined || style === usual) return known;
  const manner = explode ? 'with' : 'without';
  return `sent in the style ${code(style)} ${manner} \`explode\``;
}

/**
 * An item of a list: name, type and facts in its first line, and below it what it means and what is nested in it.
 *
 * @param more what else is known of it, such as the fields of a parameter
 */
function item(
  scope: Scope,
  name: string,
  schema: Schema,
  more: object,
): string {
  const facts = factsOf(schema, more);
  const head = `${code(name)} *${typeText(scope, schema)}*`;
  const prefix = `${scope.prefix}.${name}`;
  return blocks(
    [head, ...facts].join(', '),
    meaningOf(more, scope.linkTo),
    meaningOf(schema, scope.linkTo),
    innerMeanings(scope, schema),
    nestedIn({ ...scope, prefix, isFolded: true }, schema),
  );
}

/** The properties of a value, of its items and of its alternatives. */
function nestedIn(scope: Scope, schema: Schema): string {
  const { properties: listed = {}, required = [], ...others } = schema;
  const names = Object.keys(listed);
  const prefix = freePrefix(scope, names);
  const items = Object.entries(listed).map(([name, property]) => {
    const more = { required: required.includes(name) };
    return item({ ...scope, prefix }, name, property, more);
  });
  const choices = choicesOf(schema);
  const inner = subschemasOf(others).map(([, part]) => {
    if (!choices.includes(part)) return nestedIn(scope, part);
    const name = nameOf(part.$ref ?? '/object');
    return nestedIn(
      { ...scope, prefix: `${scope.prefix}.${name}`, isFolded: true },
      part,
    );
  });
  return blocks(
    container('properties', { id: prefix }, list(items)),
    componentIn(scope, schema),
    ...inner,
  );
}

/** Returns the prefix of a scope; a longer one if several schemas there have a property of the same name. */
function freePrefix(
  { prefix, ids }: Pick<Scope, 'prefix' | 'ids'>,
  names: readonly string[],
): string {
  const wanted = names.map((name) => `${prefix}.${name}`);
  if (wanted.some((id) => ids.has(id)))
    return freePrefix({ prefix: `${prefix}-2`, ids }, names);
  for (const id of wanted) ids.add(id);
  return prefix;
}

/** What is nested in a component: folded and in HTML alone, as pages in Markdown would repeat it again and again. */
function componentIn(scope: Scope, { $ref = '' }: Schema): string {
  const name = nameOf($ref);
  if ($ref === '' || scope.passed.includes(name)) return '';
  // The link of its type leads to the rest.
  if (scope.listed.length === mostListed) return '';
  scope.listed.push(name);
  const target = dereference<Schema>(scope.contract, { $ref });
  const { 'x-enumDescriptions': meanings } = target;
  if (meanings) {
    const values = Object.entries(meanings).map(([value, meaning]) => {
      return `${code(value)}: ${line(prose(meaning))}`;
    });
    return container('expansion', { label: `Values of ${name}` }, list(values));
  }
  const nested = nestedIn(
    { ...scope, passed: [...scope.passed, name] },
    target,
  );
  if (!scope.isFolded || !target.properties) return nested;
  return container('expansion', { label: `Properties of ${name}` }, nested);
}

/** What begins a block other than a paragraph. */
const blockStart = /^(`{3}|>|[-+*] |\d+[.)] |\[\^)/;

/** What schemas in a schema mean that have no name, such as those of items and of alternatives. */
function innerMeanings(context: Context, schema: Schema): string {
  const texts: string[] = [];
  for (const [step, part] of subschemasOf(schema)) {
    if (step.startsWith('/properties/')) continue;
    const meaning = meaningOf(part, context.linkTo);
    if (meaning !== '') {
      const type = `*${typeText(context, part)}*:`;
      // Code and lists need lines of their own.
      texts.push(
        blockStart.test(meaning) ? blocks(type, meaning) : `${type} ${meaning}`,
      );
    }
    texts.push(innerMeanings(context, part));
  }
  return blocks(...texts);
}
