import { describe, expect, test } from 'vitest';
import { calls, references, subschemas, type Schema } from '../contract.ts';
import { schemaGroups } from './schema-groups.ts';
import { contract } from '../testing.ts';
import { pagesOf, paragraphsOf, read } from './testing.ts';

const pages = pagesOf(contract);
const { schemas } = contract.components;
const sections = new Map(
  schemaGroups(contract).flatMap(({ slug }) => {
    const [, ...parts] = pages.get(`schemas/${slug}`)!.split(/^## /m);
    return parts.map((part) => [part.slice(0, part.indexOf('\n')), read(`## ${part}`)] as const);
  }),
);

test.each(schemaGroups(contract))('the page of $slug has a title', ({ slug, title }) => {
  expect(pages.get(`schemas/${slug}`)?.split('\n')[0]).toBe(`# ${title}: schemas`);
});

test('each schema has one section', () => {
  expect([...sections.keys()].toSorted()).toEqual(Object.keys(schemas).toSorted());
});

describe.each(Object.entries(schemas))('%s', (name, schema) => {
  const section = sections.get(name)!;

  test('the section tells what the schema means, and where each part comes from, once', () => {
    for (const text of paragraphsOf(schema)) expect(section.text).toContain(text);
    const sentences = section.text.match(
      /(Documented|(Observed of running deployments|Assumed) \(decision D\d\d\))\./g,
    );
    expect(sentences ?? []).toHaveLength(
      all(schema).filter((part) => 'x-provenance' in part).length,
    );
    expect(section.links.filter((link) => link.includes('decisions.md#D'))).toHaveLength(
      all(schema).filter((part) => 'x-decision' in part).length,
    );
  });

  test('the section has a row for each member', () => {
    const { rows = [] } = section.tables.find(({ columns }) => columns[0] === 'Member') ?? {};
    const members = Object.entries(schema.properties ?? {});
    const own = rows.filter(([place]) => /^\w+$/.test(place ?? ''));
    expect(own.map(([place]) => place)).toEqual(members.map(([member]) => member));
    for (const [index, [member, part]] of members.entries()) {
      const [, type, required, rules = '', meaning] = own[index]!;
      for (const word of typeWords(part)) expect(type, member).toContain(word);
      expect(required).toBe(schema.required?.includes(member) ? 'yes' : 'no');
      expect(rules.includes('secret'), member).toBe(part['x-secret'] === true);
      for (const rule of ruleWords(part)) expect(rules, member).toContain(rule);
      expect(meaning).toBe(paragraphsOf(part).join(' '));
    }
  });

  test('the section has a row for each value', () => {
    const { rows = [] } = section.tables.find(({ columns }) => columns[0] === 'Value') ?? {};
    const meanings = schema['x-enumDescriptions'] ?? {};
    expect(rows).toEqual(
      (schema.enum ?? []).map((value) => [value, read(meanings[String(value)] ?? '').text]),
    );
    for (const [value, meaning] of rows) {
      expect(section.text.split(`${value}: ${meaning}`), 'not listed again').toHaveLength(1);
    }
    expect(section.links.includes(`../lifecycles.md#${name}`)).toBe('x-lifecycle' in schema);
  });

  test('the section leads to each schema that it refers to, and to whoever refers to it', () => {
    const targets = section.links.map((link) => link.slice(link.indexOf('#') + 1));
    const users = Object.entries(schemas).filter(([, other]) => references(other).includes(name));
    expect(targets).toEqual(
      expect.arrayContaining([...references(schema), ...users.map(([user]) => user)]),
    );
    const component = JSON.stringify({ $ref: `#/components/schemas/${name}` });
    const isUser = (part: unknown): boolean => JSON.stringify(part).includes(component);
    const shared = Object.entries(contract.components.responses ?? {}).filter(([, one]) =>
      isUser(one),
    );
    const operations = calls(contract).filter(
      ({ operation }) =>
        isUser(operation) ||
        shared.some(([response]) => JSON.stringify(operation).includes(`/responses/${response}"`)),
    );
    expect(section.links.filter((link) => link.includes('operations'))).toEqual(
      operations.map(({ operation }) => `../operations/${operation.operationId}.md`).toSorted(),
    );
  });
});

test('the alternatives of a union are told apart', () => {
  const section = sections.get('MessageContent')!;
  expect(section.text).toContain('Type: TextContent or ImageContent');
  expect(section.text).toContain(
    'Told apart by type: "text" is TextContent, "image" is ImageContent.',
  );
});

/** A schema and all that is written inside it. */
function all(schema: Schema): Schema[] {
  return [schema, ...subschemas(schema).flatMap(all)];
}

/** What the type of a member must name. A constant is shown instead of its type. */
function typeWords(schema: Schema): string[] {
  return all(schema).flatMap((part) => [
    ...('const' in part ? [JSON.stringify(part.const)] : [part.type ?? []].flat()),
    ...references(part),
  ]);
}

function ruleWords(schema: Schema): string[] {
  return all(schema).flatMap((part) => [
    ...('default' in part ? [`default ${JSON.stringify(part.default)}`] : []),
    ...('minimum' in part ? [`at least ${part.minimum}`] : []),
    ...(part.format === undefined ? [] : [`format ${part.format}`]),
  ]);
}
