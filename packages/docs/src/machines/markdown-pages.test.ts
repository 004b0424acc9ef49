import { describe, expect, test } from 'vitest';
import { provenanceText, subschemasOf } from '@agent-conversation/contract';
import { alternatives, calls, dereference, references, type Schema } from '../contract.ts';
import { contract, paragraphsOf, read } from '../testing.ts';
import { linksFrom } from './links.ts';
import { operationMarkdown } from './operation-markdown.ts';
import { schemaGroups } from './schema-groups.ts';
import { schemaPageMarkdown } from './schema-markdown.ts';
import { schemaUses } from './schema-uses.ts';

const groups = schemaGroups(contract);
const uses = schemaUses(contract);
const from = linksFrom(groups);

describe.each(calls(contract))('$operation.operationId', (call) => {
  const { path, method, operation, parameters } = call;
  const page = read(operationMarkdown(contract, call, from('operations/x')));
  const { requestBody: body } = operation;
  const responses = Object.entries(operation.responses);

  test('the page has its facts, parameters, statuses, examples and links', () => {
    expect(page.headings[0]).toBe(operation.summary);
    expect(page.codeSpans).toContain(`${method.toUpperCase()} ${path}`);
    for (const part of [operation, body ?? {}, ...responses.map(([, it]) => it)]) {
      for (const text of paragraphsOf(part)) expect(page.text).toContain(text);
    }
    const { rows = [] } = page.tables.find(({ columns }) => columns[0] === 'Parameter') ?? {};
    expect(rows.map(([name, location, , required]) => [name, location, required])).toEqual(
      parameters.map((it) => [it.name, it.in, it.required ? 'yes' : 'no']),
    );
    const statuses = page.headings.filter((heading) => /^\d/.test(heading));
    expect(statuses.map((it) => it.slice(0, 3))).toEqual(responses.map(([status]) => status));
    expect(page.headings.includes('Request body')).toBe(body !== undefined);
    const examples = [body, ...responses.map(([, response]) => response)].flatMap((part) => [
      ...(part?.examples.values() ?? []),
    ]);
    expect(page.json).toEqual(examples);
    const links = responses.flatMap(([, it]) => Object.values(it.links ?? {}));
    for (const link of links) {
      expect(page.links).toContain(`${dereference(contract, link).operationId}.md`);
    }
  });
});

describe.each(groups)('the page of $slug', (group) => {
  const markdown = schemaPageMarkdown(contract, group, from('schemas/x'), uses);
  const [, ...parts] = markdown.split(/^## /m);
  const sections = new Map(parts.map((it) => [it.split('\n')[0]!, read(`## ${it}`)]));

  test('each schema has a section with its texts, properties, values, decisions and links', () => {
    expect([...sections.keys()].toSorted()).toEqual([...group.schemas].toSorted());
    for (const [name, section] of sections) {
      const schema = contract.components.schemas[name]!;
      const rowsOf = (column: string) =>
        section.tables.find(({ columns }) => columns[0] === column)?.rows ?? [];
      for (const text of paragraphsOf(schema)) expect(section.text).toContain(text);
      const own = rowsOf('Property').filter(([path]) => /^\w+$/.test(path ?? ''));
      const properties = [schema, ...alternatives(schema)].flatMap((it) =>
        Object.entries(it.properties ?? {}).map(([property, part]) => [
          property,
          it.required?.includes(property) ? 'yes' : 'no',
          [...paragraphsOf(part), provenanceText(part)].join(' ').trim(),
        ]),
      );
      expect(own.map(([path, , required, , meaning]) => [path, required, meaning])).toEqual(
        properties,
      );
      const meanings = schema['x-enumDescriptions'] ?? {};
      expect(rowsOf('Value')).toEqual(
        (schema.enum ?? []).map((it) => [String(it), read(meanings[String(it)] ?? '').text]),
      );
      expect(section.links.filter((link) => link.includes('decisions.md#D'))).toHaveLength(
        all(schema).flatMap((part) => [
          ...('x-decision' in part ? [part] : []),
          ...Object.values(part['x-assumed'] ?? {}),
        ]).length,
      );
      const targets = section.links.map((link) => link.slice(link.indexOf('#') + 1));
      expect(targets).toEqual(expect.arrayContaining(references(schema)));
    }
  });
});

test('history is at the end of an operation’s page', () => {
  const call = calls(contract)[0]!;
  const page = (...extras: string[]) => operationMarkdown(contract, call, from('a/b'), extras);
  expect(page('## History\n', '', 'Added.')).toBe(`${page()}\n## History\n\nAdded.\n`);
});

/** A schema and all nested ones. */
function all(schema: Schema): Schema[] {
  return [schema, ...subschemasOf(schema).flatMap(([, it]) => all(it))];
}
