/**
 * Compares the contract with the service's interface document, as `openapi/expected/` has it. Where the contract has
 * `x-provenance: observed`, it may allow more than is documented: another type, null, or more enum values. It never
 * allows less, so no request is stricter than the interface document.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Json,
  type JsonObject,
  listOf,
  nameOf,
  objectOf,
  type Operation,
  operationsOf,
  pointerTo,
  textOf,
  valueAt,
} from '@agent-conversation/contract';
import {
  Report,
  type Contract,
  type Diagnostic,
  hintFor,
  type Path,
} from './diagnostic.ts';

const operationsFile = 'openapi/expected/operations.yaml';
const schemasFile = 'openapi/expected/schemas.yaml';

/** How a part states that no document has it. */
const undocumented =
  '`x-provenance: observed` or `assumed`, with an `x-decision`';

/** Reports each difference from the interface document. */
export function checkDocumented({
  files,
  document,
}: Contract): readonly Diagnostic[] {
  const report = new Report(files, 'contract-documented');
  const read = (file: string) =>
    objectOf(files.exists(file) ? files.yaml(file).value : {});
  const comparison = new Comparison(document, report);
  const { operations, security } = read(operationsFile);
  comparison.operations(listOf(operations).map(objectOf), objectOf(security));
  // Schemas go with the operations that use them.
  const areOperationsThere = report.diagnostics.length === 0;
  const schemas = read(schemasFile);
  for (const [name, documented] of Object.entries(schemas))
    comparison.component(name, objectOf(documented), areOperationsThere);
  comparison.reportUnlistedSchemas(schemas);
  return report.diagnostics;
}

/** Keywords that add no constraint beyond those compared below. */
const compared = new Set(
  `$ref description title example examples deprecated default type enum const format items properties
  required additionalProperties anyOf oneOf discriminator`.split(/\s+/),
);

/** An alternative of a schema, with one type. */
interface Branch {
  readonly schema: JsonObject;
  readonly type: string;
  readonly isObserved: boolean;
  readonly path: Path;
}

class Comparison {
  readonly #document: unknown;
  readonly #report: Report;

  constructor(document: unknown, report: Report) {
    this.#document = document;
    this.#report = report;
  }

  operations(documented: readonly JsonObject[], security: JsonObject): void {
    const operations = operationsOf(this.#document);
    for (const expected of documented) {
      const { request, response } = expected;
      const [method, route] = [expected['method'], expected['path']].map(
        textOf,
      );
      const path = ['paths', route!, method!];
      const operation = operations.find((it) => isDocumented(it, expected));
      if (operation === undefined) {
        const problem = `The documented operation \`${method}\` of ${route} must be there (${operationsFile})`;
        const remedy =
          'put it back, or remove it there if a newer interface document lacks it';
        this.#report.add(path, `${problem}: ${remedy}.`);
        continue;
      }
      const { requestBody, responses } = operation.value;
      this.#expect(
        [...path, 'security'],
        [security],
        this.#securityOf(operation),
      );
      if (request !== undefined)
        this.#expect([...path, 'requestBody'], request, schemaOf(requestBody));
      if (response === undefined) continue;
      const success = schemaOf(objectOf(responses)['200']);
      const at = [...path, 'responses', '200'];
      this.#expect(at, response, success, 'response 200');
    }
    for (const operation of operations) {
      const { path: route, method, value } = operation;
      const isListed = documented.some((it) => isDocumented(operation, it));
      // Without a list, nothing is known of what is documented.
      if (isListed || documented.length === 0) continue;
      const what = `operation \`${method}\` of ${route}`;
      this.#reportUnlisted(
        ['paths', route, method],
        what,
        value,
        operationsFile,
      );
    }
  }

  /** @param mustBeThere whether a missing schema is reported */
  component(name: string, documented: JsonObject, mustBeThere: boolean): void {
    const path = ['components', 'schemas', name];
    const schema = this.#at(path);
    if (Object.keys(schema).length === 0) {
      const problem = `The documented schema \`${name}\` must be there (${schemasFile})`;
      if (mustBeThere)
        this.#report.add(
          path,
          `${problem}: add it, where an operation uses it.`,
        );
      return;
    }
    const isObserved = schema['x-provenance'] === 'observed';
    const [required, actual] = [documented, schema].map((it) =>
      listOf(it['required']).map(textOf).toSorted(),
    );
    this.#expect([...path, 'required'], required, actual);
    this.#compare(path, { type: 'object' }, schema, isObserved);
    const properties = objectOf(schema['properties']);
    const expected = objectOf(documented['properties']);
    for (const [property, value] of Object.entries(expected)) {
      const at = [...path, 'properties', property];
      const actualSchema = properties[property];
      if (actualSchema !== undefined) {
        const [wanted, found] = [objectOf(value), objectOf(actualSchema)];
        this.#compare(at, wanted, found, isObserved);
        continue;
      }
      const hint = hintFor(property, Object.keys(properties), 'add it');
      const problem = `The documented property \`${property}\` must be there (${schemasFile})`;
      this.#report.add(at, `${problem}: ${hint}.`);
    }
    if (schema['x-provenance'] !== 'documented') return;
    for (const [property, value] of Object.entries(properties)) {
      const isListed = Object.hasOwn(expected, property);
      if (isListed || 'x-provenance' in objectOf(value)) continue;
      const problem = `The property \`${property}\` must have an \`x-provenance\` of its own`;
      const reason = `as the interface document does not have it (${schemasFile})`;
      const message = `${problem}, ${reason}: add ${undocumented}.`;
      this.#report.add([...path, 'properties', property], message);
    }
  }

  /** Reports objects that state that they are documented, and are not. */
  reportUnlistedSchemas(documented: JsonObject): void {
    const schemas = this.#at(['components', 'schemas']);
    for (const [name, schema] of Object.entries(schemas)) {
      const value = objectOf(schema);
      const isListed = Object.hasOwn(documented, name);
      if (isListed || value['properties'] === undefined) continue;
      const path = ['components', 'schemas', name];
      this.#reportUnlisted(path, `schema \`${name}\``, value, schemasFile);
    }
  }

  #reportUnlisted(
    path: Path,
    what: string,
    value: JsonObject,
    file: string,
  ): void {
    if (value['x-provenance'] !== 'documented') return;
    const problem = `The ${what} is not documented (${file})`;
    const at = [...path, 'x-provenance'];
    this.#report.add(at, `${problem}: write ${undocumented}.`);
  }

  #compare(
    path: Path,
    expected: JsonObject,
    schema: JsonObject,
    isObserved: boolean,
  ): void {
    const branches = this.#branches(schema, isObserved, path);
    const types = typesOf(expected);
    const actual = branches.map(({ type }) => type);
    const isNarrower = types.some((type) => !actual.includes(type));
    const isWider = branches.some(
      (branch) => !branch.isObserved && !types.includes(branch.type),
    );
    if (isNarrower || isWider)
      this.#differ([...path, 'type'], types, actual, 'type');
    for (const type of types.filter((each) => each !== 'null')) {
      const branch = branches.find((each) => each.type === type);
      if (branch) this.#compareBranch(expected, branch);
    }
  }

  /** Returns the alternatives of a schema, each with one type. */
  #branches(
    schema: JsonObject,
    inherited: boolean,
    path: Path,
  ): readonly Branch[] {
    const provenance = schema['x-provenance'];
    const isObserved =
      provenance === undefined ? inherited : provenance === 'observed';
    const { $ref, anyOf, oneOf } = schema;
    if (typeof $ref === 'string') {
      const at = ['components', 'schemas', nameOf($ref)];
      const target = this.#at(at);
      if (!target['properties']) return this.#branches(target, isObserved, at);
    }
    const keyword = anyOf === undefined ? 'oneOf' : 'anyOf';
    const choices = listOf(anyOf ?? oneOf);
    if (choices.length > 0) {
      return choices.flatMap((choice, i) =>
        this.#branches(objectOf(choice), isObserved, [...path, keyword, i]),
      );
    }
    return typesOf(schema).map((type) => ({ schema, type, isObserved, path }));
  }

  #compareBranch(
    expected: JsonObject,
    { schema, isObserved, path }: Branch,
  ): void {
    const { $ref, items } = expected;
    if ($ref !== undefined && nameOf(textOf(schema['$ref'])) !== $ref)
      this.#differ([...path, '$ref'], $ref, schema['$ref'], '$ref');
    if (items !== undefined) {
      const actual = objectOf(schema['items']);
      this.#compare([...path, 'items'], objectOf(items), actual, isObserved);
    }
    this.#compareValues(expected, schema, isObserved, path);
    for (const keyword of isObserved ? [] : ['format', 'default'])
      this.#expect([...path, keyword], expected[keyword], schema[keyword]);
    const { additionalProperties = true } = schema;
    const isOpen =
      additionalProperties === true ||
      objectOf(additionalProperties)['x-provenance'] === 'observed';
    if (!isOpen && !isObserved)
      this.#expect(
        [...path, 'additionalProperties'],
        true,
        additionalProperties,
      );
    for (const keyword of Object.keys(schema)) {
      if (compared.has(keyword) || keyword.startsWith('x-')) continue;
      this.#expect([...path, keyword], undefined, schema[keyword]);
    }
  }

  #compareValues(
    { enum: wanted }: JsonObject,
    schema: JsonObject,
    isObserved: boolean,
    path: Path,
  ): void {
    const keyword = 'const' in schema ? 'const' : 'enum';
    const actual = schema[keyword];
    const values = [actual ?? []].flat();
    const isNarrower =
      actual !== undefined &&
      (wanted === undefined ||
        listOf(wanted).some((value) => !values.includes(value)));
    const isWider =
      wanted !== undefined &&
      (actual === undefined ||
        values.some((it) => it !== null && !listOf(wanted).includes(it)));
    if (isNarrower || (isWider && !isObserved))
      this.#differ([...path, keyword], wanted, actual, keyword);
  }

  #securityOf({ value }: Operation): Json {
    const names = listOf(value['security']).flatMap((each) =>
      Object.keys(objectOf(each)),
    );
    return names.map((scheme) => {
      const path = ['components', 'securitySchemes', scheme];
      const { type, in: place, name } = this.#at(path);
      return { type, in: place, name };
    });
  }

  #expect(
    path: Path,
    expected: Json | undefined,
    actual: Json | undefined,
    what = String(path.at(-1)),
  ): void {
    if (!isDeepStrictEqual(expected, actual))
      this.#differ(path, expected, actual, what);
  }

  #differ(
    path: Path,
    expected: Json | undefined,
    actual: Json | undefined,
    what: string,
  ): void {
    const show = (value: Json | undefined) =>
      value === undefined ? 'nothing' : JSON.stringify(value);
    const file = path[0] === 'components' ? schemasFile : operationsFile;
    const problem = `\`${what}\` must be as documented (${file}), ${show(expected)}, and is ${show(actual)}`;
    const remedy =
      'change it back, or annotate `x-provenance: observed` if a deployment shows it';
    this.#report.add(path, `${problem}: ${remedy}.`);
  }

  #at(path: Path): JsonObject {
    return objectOf(valueAt(this.#document, pointerTo('', ...path)));
  }
}

function isDocumented(
  { path, method }: Operation,
  documented: JsonObject,
): boolean {
  return documented['path'] === path && documented['method'] === method;
}

function typesOf({ $ref, type }: JsonObject): readonly string[] {
  return [$ref === undefined ? type : 'object'].flat().map(textOf);
}

/** Returns the name of the schema of a body as JSON. */
function schemaOf(body: Json | undefined): string {
  const $ref = valueAt(body, '/content/application~1json/schema/$ref');
  return nameOf(textOf($ref));
}
