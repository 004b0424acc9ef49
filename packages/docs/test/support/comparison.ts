/**
 * Compares what pages say of the contract with the contract, in both directions. Reads the words of pages by a table of
 * its own: nothing here calls what writes the pages.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Evidence } from '@agent-conversation/cli/evidence';
import {
  type Contract,
  type ContractOperation,
  contractOperations,
  jsonOf,
  type Message,
  nameOf,
  type Parameter,
  resolve,
  type Schema,
  textOf,
} from '@agent-conversation/contract';
import type { Element, Root } from 'hast';
import { toString } from 'hast-util-to-string';
import {
  elementsOf,
  examplesOf,
  type Item,
  itemsOf,
  splitFacts,
  type TypeLine,
  typeLinesOf,
} from './items.ts';

/** Keywords and their values. */
type Keywords = Readonly<Record<string, unknown>>;

/** What a fact means. The groups of the pattern are the values of the keywords; without groups, the value is true. */
interface Reading {
  readonly words: RegExp;
  readonly keywords: readonly string[];
  readonly value?: unknown;
}

const number = String.raw`(-?[\d.]+(?:e[+-]?\d+)?)`;
const range = (
  unit: string,
  keywords: readonly [string, string],
): readonly Reading[] => [
  { words: new RegExp(`^${number} to ${number}${unit}$`), keywords },
  {
    words: new RegExp(`^at least ${number}${unit}$`),
    keywords: keywords.slice(0, 1),
  },
  {
    words: new RegExp(`^at most ${number}${unit}$`),
    keywords: keywords.slice(1),
  },
];
const secret = String.raw`\(do not show, log or store it\)`;
const secretQuery = String.raw`in the query \(do not show, log or store the query\)`;

const readings: readonly Reading[] = [
  ...range('', ['minimum', 'maximum']),
  ...range(' characters?', ['minLength', 'maxLength']),
  ...range(' items?', ['minItems', 'maxItems']),
  ...range(' propert(?:y|ies)', ['minProperties', 'maxProperties']),
  { words: /^required$/, keywords: ['required'] },
  { words: /^deprecated$/, keywords: ['deprecated'] },
  { words: /^read-only$/, keywords: ['readOnly'] },
  { words: /^write-only$/, keywords: ['writeOnly'] },
  { words: /^unique items$/, keywords: ['uniqueItems'] },
  { words: new RegExp(`^secret ${secret}$`), keywords: ['x-secret'] },
  {
    words: new RegExp(`^secret ${secretQuery}$`),
    keywords: ['x-secret'],
    value: 'query',
  },
  {
    words: /^no other properties$/,
    keywords: ['additionalProperties'],
    value: false,
  },
  { words: /^default (`.*`)$/, keywords: ['default'] },
  { words: /^pattern (`.*`)$/, keywords: ['pattern'] },
  { words: /^for example (`.*`)$/, keywords: ['example'] },
  { words: new RegExp(`^multiple of ${number}$`), keywords: ['multipleOf'] },
  {
    words: new RegExp(`^greater than ${number}$`),
    keywords: ['exclusiveMinimum'],
  },
  {
    words: new RegExp(`^less than ${number}$`),
    keywords: ['exclusiveMaximum'],
  },
  { words: /^`([\w.+-]+\/[\w.+-]+)`$/, keywords: ['mediaType'] },
  { words: /^repeated for each item$/, keywords: ['sent'], value: 'form true' },
  { words: /^comma-separated$/, keywords: ['sent'], value: 'commas' },
  {
    words: /^space-separated$/,
    keywords: ['sent'],
    value: 'spaceDelimited false',
  },
  {
    words: /^separated by `\|`$/,
    keywords: ['sent'],
    value: 'pipeDelimited false',
  },
];

/** Returns the value that code shows: a string has no quotes if it is not JSON. */
function valueOf(shown: string): unknown {
  const code = /^`(.*)`$/.exec(shown)?.[1] ?? shown;
  return jsonOf(code) === undefined ? code : jsonOf(code);
}

/** Returns the keywords that facts mean; a fact that has no meaning is a keyword of its own. */
function keywordsShown(facts: readonly string[]): Keywords {
  const entries = facts.flatMap((fact): (readonly [string, unknown])[] => {
    const reading = readings.find(({ words }) => words.test(fact));
    if (!reading) return [[`"${fact}"`, 'means no keyword']];
    const [, ...groups] = reading.words.exec(fact)!;
    const { value = true } = reading;
    return reading.keywords.map((keyword, index) => {
      const group = groups[index];
      return [keyword, group === undefined ? value : valueOf(group)];
    });
  });
  return Object.fromEntries(entries);
}

/** Keywords that are no facts: the type and the lists show them, or they are texts and links beside them. */
const inTypes =
  /^(\$ref|type|format|enum|const|items|anyOf|oneOf|allOf|properties|required)$/;
const inTexts =
  /^(description|x-(provenance|decision|assumed|enumDescriptions|lifecycle))$/;

/** Returns the keywords of a schema that are facts, with those of what applies to all of its values but null. */
function keywordsDeclared(schema: Schema): Keywords {
  const {
    anyOf = [],
    oneOf = [],
    allOf = [],
    additionalProperties: others,
  } = schema;
  const alternatives = [...anyOf, ...oneOf].filter(
    ({ type }) => type !== 'null',
  );
  const parts = alternatives.length === 1 ? [...allOf, ...alternatives] : allOf;
  const inner = parts.map((part) => keywordsDeclared(part));
  const entries = Object.entries(schema).filter(
    ([keyword, value]) =>
      !inTypes.test(keyword) &&
      !inTexts.test(keyword) &&
      !(keyword === 'additionalProperties' && others !== false) &&
      !(
        /^(deprecated|readOnly|writeOnly|uniqueItems)$/.test(keyword) &&
        value === false
      ),
  );
  return Object.assign({}, ...inner, Object.fromEntries(entries)) as Keywords;
}

/** One of the types of a value, in a form in which pages and schemas can be compared. */
type OneType = Readonly<Record<string, unknown>>;

/** Returns the types that words name. @example typesShown('array of (Pet or null)') */
function typesShown(words: string): readonly OneType[] {
  const [first = '', ...facts] = splitFacts(words.replace(/^\((.*)\)$/, '$1'));
  if (facts.length > 0)
    return [{ types: typesShown(first), ...keywordsShown(facts) }];
  const alternatives = splitAlternatives(first);
  if (alternatives.length > 1) return alternatives.flatMap(typesShown);
  const [, list] = /^array of (.*)$/.exec(first) ?? [];
  if (list !== undefined) return [{ array: sorted(typesShown(list)) }];
  const [, map] = /^map of string to (.*)$/.exec(first) ?? [];
  if (map !== undefined) return [{ map: sorted(typesShown(map)) }];
  const [, values] =
    /^one of (.*)$/.exec(first) ?? /^(`.*`)$/.exec(first) ?? [];
  if (values !== undefined)
    return [{ values: values.split(/(?<=`), /).map(valueOf) }];
  const [, format, type] =
    /^([\w-]+) (string|integer|number)$/.exec(first) ?? [];
  if (format !== undefined) return [{ type, format: format.toLowerCase() }];
  return [{ type: first }];
}

/** Splits at "or", but neither in code nor in parentheses. */
function splitAlternatives(words: string): string[] {
  const parts = [''];
  for (const word of words.split(/(,? or )/)) {
    const text = parts.at(-1)!;
    const isOpen =
      text.split('(').length > text.split(')').length ||
      text.split('`').length % 2 === 0;
    if (/^,? or $/.test(word) && !isOpen) parts.push('');
    else parts[parts.length - 1] += word;
  }
  return parts;
}

/** Returns the types that a schema declares. */
function typesDeclared(schema: Schema): readonly OneType[] {
  const {
    $ref,
    anyOf = [],
    oneOf = [],
    type = 'any value',
    format,
    items = {},
  } = schema;
  const alternatives = [...anyOf, ...oneOf];
  if ($ref !== undefined) return [{ type: nameOf($ref) }];
  if ('const' in schema) return [{ values: [schema.const] }];
  if (schema.enum) return [{ values: schema.enum }];
  if (alternatives.length > 0) return alternatives.flatMap(typesDeclared);
  return [type].flat().map((name): OneType => {
    const values = schema.additionalProperties;
    if (name === 'array') return { array: elementsDeclared(items) };
    if (name === 'object' && values === true)
      return { map: [{ type: 'any value' }] };
    if (name === 'object' && typeof values === 'object')
      return { map: elementsDeclared(values) };
    return format !== undefined && name !== 'null'
      ? { type: name, format }
      : { type: name };
  });
}

/** The types of items and of the values of a map, with their constraints. */
function elementsDeclared(schema: Schema): readonly OneType[] {
  const keywords = keywordsDeclared(schema);
  const types = typesDeclared(schema);
  return Object.keys(keywords).length > 0
    ? [{ types, ...keywords }]
    : sorted(types);
}

function sorted(types: readonly OneType[]): readonly OneType[] {
  return types.toSorted((one, other) =>
    JSON.stringify(one).localeCompare(JSON.stringify(other)),
  );
}

/** What must be at an id of a page. */
interface Declared {
  readonly id: string;
  readonly name: string;
  readonly schema: Schema;
  readonly keywords: Keywords;
  readonly description: string;
}

/** Returns the properties in a schema, by the ids that they must have. */
function propertiesDeclared(
  contract: Contract,
  prefix: string,
  schema: Schema,
  passed: readonly string[] = [],
): Declared[] {
  const {
    $ref,
    properties = {},
    required = [],
    items,
    additionalProperties,
    allOf = [],
  } = schema;
  const inside = (id: string, part: Schema) =>
    propertiesDeclared(contract, id, part, passed);
  const found = Object.entries(properties).flatMap(
    ([name, property]): Declared[] => {
      const id = `${prefix}.${name}`;
      const isRequired = required.includes(name) ? { required: true } : {};
      const keywords = { ...keywordsDeclared(property), ...isRequired };
      const { description = '' } = property;
      return [
        { id, name, schema: property, keywords, description },
        ...inside(id, property),
      ];
    },
  );
  if ($ref !== undefined && !passed.includes(nameOf($ref))) {
    const target = resolve(contract, { $ref }).value as Schema;
    found.push(
      ...propertiesDeclared(contract, prefix, target, [
        ...passed,
        nameOf($ref),
      ]),
    );
  }
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const choices = alternatives.filter(({ type }) => type !== 'null');
  for (const choice of choices) {
    const name = nameOf(choice.$ref ?? '/object');
    found.push(
      ...inside(choices.length > 1 ? `${prefix}.${name}` : prefix, choice),
    );
  }
  const elements =
    typeof additionalProperties === 'object' ? [additionalProperties] : [];
  for (const part of [...allOf, ...(items ? [items] : []), ...elements]) {
    found.push(...inside(prefix, part));
  }
  return found;
}

/** A parameter or a header. */
function parameterDeclared(
  contract: Contract,
  prefix: string,
  parameter: Parameter,
): Declared {
  const {
    name,
    in: location,
    schema,
    required,
    description = '',
    deprecated,
  } = parameter;
  const isForm = location === 'query' || location === 'cookie';
  const { style = isForm ? 'form' : 'simple', explode = style === 'form' } =
    parameter;
  const types = [(resolve(contract, schema).value as Schema).type].flat();
  const isCommas = style === 'simple' || (style === 'form' && !explode);
  const keywords = {
    ...keywordsDeclared(schema),
    ...(required === true ? { required } : {}),
    ...(deprecated === true ? { deprecated } : {}),
    ...('example' in parameter ? { example: parameter.example } : {}),
    ...(types.includes('array')
      ? { sent: isCommas ? 'commas' : `${style} ${explode}` }
      : {}),
  };
  return { id: `${prefix}.${name}`, name, schema, keywords, description };
}

/** Returns the differences between the contract and pages, as sentences that begin with an id. */
export function differencesOf(
  contract: Contract,
  pages: ReadonlyMap<string, Root>,
  evidence: readonly Evidence[],
): string[] {
  const operations = contractOperations(contract).flatMap((operation) => {
    const page = pages.get(`operations/${operation.operationId}.html`);
    if (!page) return [`${operation.operationId}: has no page`];
    return operationDifferences(contract, operation, page, evidence);
  });
  const schemas = Object.entries(contract.components.schemas).flatMap(
    ([name, schema]) => {
      const found = [...pages].flatMap(([path, page]) => {
        const section = path.startsWith('schemas/')
          ? elementsOf(page).get(name)
          : undefined;
        return section?.tagName === 'section' ? [section] : [];
      });
      const [section, ...more] = found;
      if (!section || more.length > 0)
        return [`${name}: has ${found.length} sections, not 1`];
      return schemaDifferences(contract, name, schema, section);
    },
  );
  return [...operations, ...schemas];
}

function operationDifferences(
  contract: Contract,
  operation: ContractOperation,
  page: Root,
  evidence: readonly Evidence[],
): string[] {
  const { operationId: id, parameters, requestBody, responses } = operation;
  const messages = Object.entries(responses).map(([status, response]) => ({
    prefix: `${id}.${status}`,
    message: response,
  }));
  const bodies = requestBody
    ? [{ prefix: `${id}.body`, message: requestBody }]
    : [];
  const declared = parameters.map((parameter) =>
    parameterDeclared(contract, `${id}.${parameter.in}`, parameter),
  );
  for (const { prefix, message } of [...bodies, ...messages]) {
    for (const [name, header] of Object.entries(message.headers)) {
      const parameter = { name, in: 'header', ...header } as const;
      declared.push(parameterDeclared(contract, `${prefix}.header`, parameter));
    }
    if (message.schema)
      declared.push(...propertiesDeclared(contract, prefix, message.schema));
  }
  const { securitySchemes } = contract.components;
  const keys = operation.security.flatMap((it) => Object.keys(it));
  const texts = [
    operation.summary,
    `${operation.method.toUpperCase()} ${operation.path}`,
    operation.description,
    ...keys.map((key) => securitySchemes[key]!.name),
    ...[...bodies, ...messages].map(({ message }) => message.description),
  ];
  const ids = [...elementsOf(page).keys()];
  const statuses = ids.filter((shown) => /^\w+\.(\d\w\w|default)$/.test(shown));
  const wanted = messages.map(({ prefix }) => prefix);
  return [
    ...textDifferences(id, texts, page),
    ...wanted
      .filter((status) => !statuses.includes(status))
      .map((it) => `${it}: is missing`),
    ...statuses
      .filter((status) => !wanted.includes(status))
      .map((it) => `${it}: is not declared`),
    ...itemDifferences(contract, declared, itemsOf(page)),
    ...[...bodies, ...messages].flatMap(({ prefix, message }) =>
      bodyDifferences(
        contract,
        prefix,
        message,
        typeLinesOf(page, prefix, 'Body'),
      ),
    ),
    ...exampleDifferences(contract, operation, page, evidence),
  ];
}

function schemaDifferences(
  contract: Contract,
  name: string,
  schema: Schema,
  section: Element,
): string[] {
  const lines = typeLinesOf(section, name, 'Type');
  const properties = propertiesDeclared(contract, name, schema, [name]);
  return [
    ...textDifferences(name, [schema.description], section),
    ...lineDifferences(name, lines, [
      { schema, keywords: keywordsDeclared(schema) },
    ]),
    ...itemDifferences(contract, properties, itemsOf(section)),
  ];
}

/** Texts that a part of a page does not have. */
function textDifferences(
  id: string,
  texts: readonly (string | undefined)[],
  part: Root | Element,
): string[] {
  const shown = lettersOf(toString(part));
  const missing = texts.filter(
    (text) => !shown.includes(lettersOf(text ?? '')),
  );
  return missing.map((text) => `${id}: lacks "${text}"`);
}

/** The type of a body is that of a component that is no object; of an object, the name of the component. */
function bodyDifferences(
  contract: Contract,
  id: string,
  { content = {}, required }: Message,
  lines: readonly TypeLine[],
): string[] {
  const wanted = Object.entries(content).map(([mediaType, media]) => {
    const target = resolve(contract, media.schema).value as Schema;
    const schema = target.properties ? media.schema : target;
    const isRequired = required === true ? { required } : {};
    return {
      schema,
      keywords: { ...keywordsDeclared(schema), mediaType, ...isRequired },
    };
  });
  return lineDifferences(id, lines, wanted);
}

function lineDifferences(
  id: string,
  lines: readonly TypeLine[],
  wanted: readonly Pick<Declared, 'schema' | 'keywords'>[],
): string[] {
  if (lines.length !== wanted.length)
    return [`${id}: has ${lines.length} types, not ${wanted.length}`];
  return wanted.flatMap((declared, index) =>
    factDifferences(id, declared, lines[index]!),
  );
}

function itemDifferences(
  contract: Contract,
  declared: readonly Declared[],
  items: readonly Item[],
): string[] {
  const byId = Map.groupBy(items, ({ id }) => id);
  const wanted = new Set(declared.map(({ id }) => id));
  const surplus = items
    .filter(({ id }) => !wanted.has(id))
    .map(({ id }) => `${id}: is not declared`);
  const others = declared.flatMap((property) => {
    const { id, name, description } = property;
    const [item, ...more] = byId.get(id) ?? [];
    if (!item) return [`${id}: is missing`];
    const differences = factDifferences(id, property, item);
    const values = valuesDeclared(contract, property.schema);
    if (more.length > 0)
      differences.push(`${id}: is there ${more.length + 1} times`);
    if (item.name !== name) differences.push(`${id}: is called ${item.name}`);
    if (!isDeepStrictEqual(item.values, values)) {
      differences.push(
        `${id}: has the values ${item.values.join()}, not ${values.join()}`,
      );
    }
    if (!lettersOf(item.text).includes(lettersOf(description))) {
      differences.push(`${id}: lacks its description`);
    }
    return differences;
  });
  return [...surplus, ...others];
}

/** The values of the enumerations that the type of an item links. */
function valuesDeclared(contract: Contract, schema: Schema): readonly string[] {
  const { $ref, anyOf = [], oneOf = [], items } = schema;
  const target = resolve(contract, schema).value as Schema;
  if ($ref !== undefined && target.enum) return target.enum.map(textOf);
  return [...anyOf, ...oneOf, ...(items ? [items] : [])].flatMap((part) =>
    valuesDeclared(contract, part),
  );
}

/** The letters and digits of a text, without its Markdown: links are their texts. */
function lettersOf(text: string): string {
  return text.replaceAll(/\]\([^)]*\)/g, '').replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function factDifferences(
  id: string,
  { schema, keywords }: Pick<Declared, 'schema' | 'keywords'>,
  { type, facts }: TypeLine,
): string[] {
  const differences: string[] = [];
  const types = {
    shown: sorted(typesShown(type)),
    declared: sorted(typesDeclared(schema)),
  };
  if (!isDeepStrictEqual(types.shown, types.declared)) {
    differences.push(
      `${id}: has the type "${type}", not ${JSON.stringify(types.declared)}`,
    );
  }
  const shown = keywordsShown(facts);
  for (const keyword of new Set([
    ...Object.keys(keywords),
    ...Object.keys(shown),
  ])) {
    const values = [shown[keyword], keywords[keyword]];
    if (isDeepStrictEqual(...(values as [unknown, unknown]))) continue;
    const [found, wanted] = values.map(
      (value) => JSON.stringify(value) ?? 'none',
    );
    differences.push(`${id}: has the ${keyword} ${found}, not ${wanted}`);
  }
  return differences;
}

/** Blocks of JSON are examples that the operation can have, or what it was recorded to respond. */
function exampleDifferences(
  contract: Contract,
  operation: ContractOperation,
  page: Root,
  evidence: readonly Evidence[],
): string[] {
  const { operationId, requestBody, responses } = operation;
  const shown = examplesOf(page);
  const ofOperation = evidence.filter((it) => it.operationId === operationId);
  const recorded = ofOperation.map(({ response }) => response.body);
  const messages = [
    ...(requestBody ? [requestBody] : []),
    ...Object.values(responses),
  ];
  const all = messages.flatMap(({ examples }) => [...examples]);
  const possible = all.filter(([, value]) =>
    canHappen(contract, operation, value),
  );
  const allowed = new Set(
    [...possible.map(([, value]) => value), ...recorded].map((value) =>
      JSON.stringify(value),
    ),
  );
  return [
    ...possible
      .filter(([, value]) => !shown.has(JSON.stringify(value)))
      .map(([name]) => `${operationId}: lacks the example ${name}`),
    ...[...shown]
      .filter((block) => !allowed.has(block))
      .map(
        (block) =>
          `${operationId}: has an example that is not its own: ${block}`,
      ),
  ];
}

/** Whether an operation has each parameter and property that the errors in a body name. */
function canHappen(
  contract: Contract,
  operation: ContractOperation,
  body: unknown,
): boolean {
  const { detail } = (body ?? {}) as {
    detail?: readonly { loc?: readonly unknown[] }[];
  };
  if (!Array.isArray(detail)) return true;
  const schema = resolve(contract, operation.requestBody?.schema).value as
    Schema | undefined;
  const names = new Set(
    operation.parameters.map(({ name, in: location }) => `${location} ${name}`),
  );
  if (operation.requestBody) names.add('body');
  for (const name of Object.keys(schema?.properties ?? {}))
    names.add(`body ${name}`);
  const locations = detail.map(
    (error: { loc?: readonly unknown[] }) => error.loc ?? [],
  );
  return locations.every(([location, name]: readonly unknown[]) =>
    names.has(
      typeof name === 'string'
        ? `${String(location)} ${name}`
        : String(location),
    ),
  );
}
