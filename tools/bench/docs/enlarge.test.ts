import original from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { type Contract, enlarge } from './enlarge.ts';

const contract = original as unknown as Contract;
const operationsOf = ({ paths }: Contract) =>
  Object.values(paths).flatMap((item) => Object.values(item));
const size = operationsOf(contract).length;

/** Calls back for every member of every object in a document. */
function visit(value: unknown, each: (key: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    each(key, member);
    visit(member, each);
  }
}

function membersOf(document: unknown, name: string): unknown[] {
  const found: unknown[] = [];
  visit(document, (key, value) => key === name && found.push(value));
  return found;
}

function at(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      document,
    );
}

test('a contract of its own size is the contract', () => {
  expect(enlarge(contract, size)).toEqual(contract);
});

test('less than there is cannot be made', () => {
  expect(() => enlarge(contract, size - 1)).toThrow(RangeError);
});

test('the same contract comes out every time', () => {
  expect(JSON.stringify(enlarge(contract, 40))).toBe(JSON.stringify(enlarge(contract, 40)));
});

describe.each([size + 1, 3 * size, 4 * size + 2])('a contract of %d operations', (count) => {
  const large = enlarge(contract, count);
  const operations = operationsOf(large);
  const copies = Math.floor(count / size);

  test('has as many, each with its own id', () => {
    expect(operations).toHaveLength(count);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(count);
  });

  test('has every component once for each whole copy, but for the key', () => {
    for (const [kind, named] of Object.entries(contract.components)) {
      const own = Object.keys(large.components[kind]!);
      const times = kind === 'securitySchemes' ? 1 : copies;
      expect(own, kind).toHaveLength(Object.keys(named).length * times);
    }
  });

  test('leads from every reference to something of the same copy', () => {
    const refs = membersOf(large, '$ref') as string[];
    const mapped = membersOf(large, 'mapping').flatMap((it) => Object.values(it as object));
    for (const ref of [...refs, ...(mapped as string[])]) {
      expect(at(large, ref), ref).toBeDefined();
    }
  });

  test('names in links and lifecycles what there is', () => {
    const ids = new Set(operations.map(({ operationId }) => operationId));
    const named = [...membersOf(large, 'operationId'), ...membersOf(large, 'x-lifecycle')];
    const causes = named.flatMap((it) => [
      ...membersOf(it, 'operation'),
      ...(typeof it === 'string' ? [it] : []),
    ]);
    expect(causes.length).toBeGreaterThan(count);
    expect(causes.filter((id) => !ids.has(id as string))).toEqual([]);
    const examples = membersOf(large, 'x-lifecycle').flatMap((it) => membersOf(it, 'example'));
    expect(examples.filter((name) => !at(large, `/components/examples/${name as string}`))).toEqual(
      [],
    );
  });

  test('has the tags of its operations, each in one of the same groups', () => {
    const used = new Set(operations.flatMap(({ tags }) => tags));
    const grouped = large['x-tagGroups'].flatMap(({ tags }) => tags);
    expect(large.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
    expect(grouped.toSorted()).toEqual([...used].toSorted());
    expect(large['x-tagGroups'].map(({ name }) => name)).toEqual(
      contract['x-tagGroups'].map(({ name }) => name),
    );
  });
});

test('a whole copy has nothing in common with the original, a rest has its components', () => {
  const { paths } = enlarge(contract, 2 * size + 1);
  const refsOf = (number: number) =>
    Object.entries(paths)
      .filter(([path]) => path.includes(`-${number}`))
      .flatMap(([, item]) => membersOf(item, '$ref') as string[]);
  expect(refsOf(2).length).toBeGreaterThan(size);
  expect(refsOf(2).filter((ref) => !ref.endsWith('2'))).toEqual([]);
  expect(refsOf(3).length).toBeGreaterThan(0);
  expect(refsOf(3).filter((ref) => /\d$/.test(ref))).toEqual([]);
});

test('the lifecycles and the examples of a copy are its own', () => {
  const { components } = enlarge(contract, 2 * size);
  const copied = Object.values(components).map((named) =>
    Object.entries(named).filter(([name]) => name.endsWith('2')),
  );
  const lifecycles = membersOf(copied, 'x-lifecycle');
  const names = [...membersOf(lifecycles, 'operation'), ...membersOf(lifecycles, 'example')];
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !(name as string).endsWith('2'))).toEqual([]);
  const examples = membersOf(copied, 'examples').flatMap((it) =>
    Object.entries(it as Record<string, { $ref?: string }>).filter(([, { $ref }]) => $ref),
  );
  expect(examples.length).toBeGreaterThan(0);
  for (const [name, { $ref }] of examples) expect($ref).toBe(`#/components/examples/${name}`);
});

test('a copy lets its samples call its own path', () => {
  const [[path, item]] = Object.entries(contract.paths) as [[string, Contract['paths'][string]]];
  const [[method, operation]] = Object.entries(item) as [[string, (typeof item)[string]]];
  const sample = { lang: 'Shell', source: `curl http://127.0.0.1:4010${path}?limit=1` };
  const sampled = { [method]: { ...operation, 'x-codeSamples': [sample] } };
  const large = enlarge({ ...contract, paths: { ...contract.paths, [path]: sampled } }, size + 1);
  expect(membersOf(large.paths[`${path}-2`], 'source')).toEqual([
    `curl http://127.0.0.1:4010${path}-2?limit=1`,
  ]);
});
