import { describe, expect, test } from 'vitest';
import { calls, dereference, nameOf, type Contract, type Schema } from '../contract.ts';
import { linksFrom } from './links.ts';
import { operationMarkdown } from './operation-markdown.ts';
import { schemaGroups } from './schema-groups.ts';
import { contract } from '../testing.ts';
import { pagesOf, paragraphsOf, read } from './testing.ts';

const pages = pagesOf(contract);
const operations = calls(contract).map(
  (call) => [call.operation.operationId, call, read(pages.get(pathOf(call.operation))!)] as const,
);

function pathOf({ operationId }: { operationId: string }): string {
  return `operations/${operationId}`;
}

describe.each(operations)('%s', (operationId, { path, method, operation, parameters }, page) => {
  const body = operation.requestBody && dereference(contract, operation.requestBody);
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, dereference(contract, response)] as const,
  );

  test('the page tells what the operation is', () => {
    expect(page.headings[0]).toBe(operation.summary);
    expect(page.codeSpans).toContain(`${method.toUpperCase()} ${path}`);
    expect(page.codeSpans).toEqual(
      expect.arrayContaining([operationId, operation['x-retry'], 'X-Session-API-Key']),
    );
    const generation = operation['x-generation'] === 'v1' ? 'V1' : 'legacy';
    for (const fact of [generation, ...operation.tags, ...paragraphsOf(operation)]) {
      expect(page.text).toContain(fact);
    }
    expect(page.text.match(/: method, path and purpose/g)).toHaveLength(1);
  });

  test('the page has a row for each parameter', () => {
    const { rows = [] } = page.tables.find(({ columns }) => columns[0] === 'Parameter') ?? {};
    expect(rows.map((row) => row[0])).toEqual(parameters.map(({ name }) => name));
    for (const [index, parameter] of parameters.entries()) {
      const [, place, type, required, rules, meaning, example] = rows[index]!;
      const { schema } = parameter;
      expect(place).toBe(parameter.in);
      expect(type).toContain([schema.type].flat()[0]);
      expect(required).toBe(parameter.required ? 'yes' : 'no');
      const bounds = [schema.default, schema.minimum, schema.maximum, schema.maxItems];
      for (const bound of bounds.filter((value) => value !== undefined)) {
        expect(rules).toContain(JSON.stringify(bound));
      }
      expect(meaning).toBe(paragraphsOf(parameter).join(' '));
      expect(example).toBe(JSON.stringify(parameter.example));
    }
  });

  test('the page has a section for each status', () => {
    const statuses = page.headings.filter((heading) => /^\d/.test(heading));
    expect(statuses.map((heading) => heading.slice(0, 3))).toEqual(
      responses.map(([status]) => status),
    );
    for (const [, response] of responses) {
      for (const text of paragraphsOf(response)) expect(page.text).toContain(text);
    }
  });

  test('the page has the members of each body', () => {
    const tables = page.tables.filter(({ columns }) => columns[0] === 'Member');
    const bodies = [body, ...responses.map(([, response]) => response)].flatMap((part) =>
      Object.values(part?.content ?? {}).map(({ schema }) => objectIn(contract, schema)),
    );
    expect(tables.map(({ rows }) => rows.map((row) => row[0]).filter(isMember))).toEqual(
      bodies.map(({ properties }) => Object.keys(properties ?? {})),
    );
    expect(page.headings.includes('Request body')).toBe(body !== undefined);
    for (const text of paragraphsOf(body ?? {})) expect(page.text).toContain(text);
    expect(page.text.includes('Required.')).toBe(body?.required === true);
    expect(page.text.includes('May be left out.')).toBe(body !== undefined && !body.required);
  });

  test('the page has each named example as JSON', () => {
    const examples = [body, ...responses.map(([, response]) => response)]
      .flatMap((part) => Object.values(part?.content ?? {}))
      .flatMap((content) => Object.entries(content.examples ?? {}))
      .map(([name, example]) => ({ name, ...dereference(contract, example) }));
    expect(page.json).toEqual(examples.map(({ value }) => value));
    for (const { name, summary } of examples) expect(page.text).toContain(`${name}: ${summary}.`);
  });

  test('the page leads to each call that can follow, and to each decision', () => {
    const following = responses.flatMap(([, { links = {} }]) => Object.entries(links));
    for (const [name, part] of following) {
      const link = dereference(contract, part);
      expect(page.codeSpans).toEqual(
        expect.arrayContaining([name, ...Object.entries(link.parameters ?? {}).flat()]),
      );
      expect(page.links).toContain(`${link.operationId}.md`);
      expect(page.text).toContain(read(link.description ?? '').text);
    }
    const decisions = page.text.matchAll(/\(decision (D\d\d)\)/g);
    expect(page.links.filter((link) => link.includes('decisions'))).toEqual(
      Array.from(decisions, ([, decision]) => `../decisions.md#${decision}`),
    );
  });
});

test('extras stand at the end', () => {
  const call = calls(contract)[0]!;
  const linkTo = linksFrom(schemaGroups(contract))('operations/x');
  const page = operationMarkdown(contract, call, linkTo);
  expect(operationMarkdown(contract, call, linkTo, ['## History\n', '', 'Added.'])).toBe(
    `${page}\n## History\n\nAdded.\n`,
  );
});

/** The object that a body is, or holds a list of. */
function objectIn(document: Contract, schema: Schema): Schema {
  if (schema.properties) return schema;
  if (schema.$ref !== undefined) {
    return objectIn(document, document.components.schemas[nameOf(schema.$ref)]!);
  }
  return objectIn(document, schema.items ?? schema.anyOf![0]!);
}

/** What is written inside a member has rows of its own. */
function isMember(place: string | undefined): boolean {
  return /^\w+$/.test(place ?? '');
}
