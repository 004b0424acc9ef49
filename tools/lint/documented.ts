/**
 * Compares the contract with the service's interface document, as `openapi/expected/` has it. Where the contract has
 * `x-provenance: observed`, it may allow more than is documented: another type, null, or more enum values. It never
 * allows less, so no request is stricter than the interface document.
 */
import { isDeepStrictEqual } from 'node:util';
import { nearest } from '@agent-conversation/cli';
import {
  childrenOf,
  type Json,
  type JsonObject,
  listOf,
  nameOf,
  objectOf,
  textOf,
} from '@agent-conversation/contract';
import {
  BundleReport,
  type Contract,
  type Diagnostic,
  type Path,
} from './diagnostic.ts';
import { methods, valueAt } from './spectral/lib/document.js';

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
  const report = new BundleReport(files, 'contract-documented');
  const read = (file: string) =>
    objectOf(files.exists(file) ? files.yaml(file).value : {});
  const comparison = new Comparison(document, report);
  const { operations, security } = read(operationsFile);
  comparison.operations(listOf(operations).map(objectOf), objectOf(security));
  const areOperationsThere = report.diagnostics.length === 0;
  const schemas = read(schemasFile);
  for (const [name, documented] of childrenOf(schemas)) {
    comparison.component(
      String(name),
      objectOf(documented),
      areOperationsThere,
    );
  }
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
  readonly #report: BundleReport;

  constructor(document: unknown, report: BundleReport) {
    this.#document = document;
    this.#report = report;
  }

  /** @param mustBeThere whether a missing schema is reported: schemas go with the operations that use them */
  component(name: string, documented: JsonObject, mustBeThere: boolean): void {
    const path = ['components', 'schemas', name];
    const schema = this.#component(name);
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
    const required = listOf(documented['required']).map(textOf).toSorted();
    const actual = listOf(schema['required']).map(textOf).toSorted();
    if (!isDeepStrictEqual(actual, required)) {
      this.#differ([...path, 'required'], 'required', required, actual);
    }
    this.#compare(path, { type: 'object' }, schema, isObserved);
    const properties = objectOf(schema['properties']);
    const documentedProperties = objectOf(documented['properties']);
    for (const [property, expected] of childrenOf(documentedProperties)) {
      const at = [...path, 'properties', property];
      const actualSchema = properties[property];
      if (actualSchema === undefined)
        this.#reportMissing(at, property, properties);
      else
        this.#compare(
          at,
          objectOf(expected),
          objectOf(actualSchema),
          isObserved,
        );
    }
    if (schema['x-provenance'] === 'documented') {
      this.#reportUndocumented(
        [...path, 'properties'],
        properties,
        documentedProperties,
      );
    }
  }

  /** Reports objects that state that they are documented, and are not. */
  reportUnlistedSchemas(documented: JsonObject): void {
    for (const [name, schema] of childrenOf(
      this.#at(['components', 'schemas']),
    )) {
      const { properties, 'x-provenance': provenance } = objectOf(schema);
      const isListed = Object.hasOwn(documented, name);
      if (properties === undefined || provenance !== 'documented' || isListed)
        continue;
      const problem = `The schema \`${name}\` is not documented (${schemasFile})`;
      const path = ['components', 'schemas', name, 'x-provenance'];
      this.#report.add(path, `${problem}: write ${undocumented}.`);
    }
  }

  #reportMissing(
    path: Path,
    property: string | number,
    properties: JsonObject,
  ): void {
    const meant = nearest(String(property), Object.keys(properties));
    const hint =
      meant === undefined ? 'add it' : `is \`${meant}\` it? Rename it`;
    this.#report.add(
      path,
      `The documented property \`${property}\` must be there (${schemasFile}): ${hint}.`,
    );
  }

  #reportUndocumented(
    path: Path,
    properties: JsonObject,
    documented: JsonObject,
  ): void {
    for (const [name, schema] of childrenOf(properties)) {
      if (Object.hasOwn(documented, name) || 'x-provenance' in objectOf(schema))
        continue;
      const problem = `The property \`${name}\` must have an \`x-provenance\` of its own`;
      const reason = `as the interface document does not have it (${schemasFile})`;
      this.#report.add(
        [...path, name],
        `${problem}, ${reason}: add ${undocumented}.`,
      );
    }
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
      this.#differ([...path, 'type'], 'type', types, actual);
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
      const name = nameOf($ref);
      const target = this.#component(name);
      const at = ['components', 'schemas', name];
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
    const { $ref } = expected;
    if ($ref !== undefined && nameOf(textOf(schema['$ref'])) !== $ref) {
      this.#differ([...path, '$ref'], '$ref', $ref, schema['$ref']);
    }
    if (expected['items'] !== undefined) {
      const items = objectOf(schema['items']);
      this.#compare(
        [...path, 'items'],
        objectOf(expected['items']),
        items,
        isObserved,
      );
    }
    this.#compareValues(expected, schema, isObserved, path);
    for (const keyword of ['format', 'default']) {
      if (isObserved || isDeepStrictEqual(expected[keyword], schema[keyword]))
        continue;
      this.#differ(
        [...path, keyword],
        keyword,
        expected[keyword],
        schema[keyword],
      );
    }
    const { additionalProperties = true } = schema;
    const isOpen =
      additionalProperties === true ||
      objectOf(additionalProperties)['x-provenance'] === 'observed';
    if (!isOpen && !isObserved) {
      const keyword = 'additionalProperties';
      this.#differ([...path, keyword], keyword, true, additionalProperties);
    }
    for (const keyword of Object.keys(schema)) {
      if (compared.has(keyword) || keyword.startsWith('x-')) continue;
      this.#differ([...path, keyword], keyword, undefined, schema[keyword]);
    }
  }

  #compareValues(
    expected: JsonObject,
    schema: JsonObject,
    isObserved: boolean,
    path: Path,
  ): void {
    const keyword = 'const' in schema ? 'const' : 'enum';
    const isAny = schema[keyword] === undefined;
    const values =
      keyword === 'const' ? [schema['const']!] : listOf(schema['enum']);
    const wanted = listOf(expected['enum']);
    const isWantedAny = expected['enum'] === undefined;
    const isNarrower =
      !isAny &&
      (isWantedAny || wanted.some((value) => !values.includes(value)));
    const isWider =
      !isWantedAny &&
      (isAny ||
        values.some((value) => value !== null && !wanted.includes(value)));
    if (isNarrower || (isWider && !isObserved)) {
      this.#differ(
        [...path, keyword],
        keyword,
        expected['enum'],
        schema[keyword],
      );
    }
  }

  operations(documented: readonly JsonObject[], security: JsonObject): void {
    for (const operation of documented) this.#operation(operation, security);
    // Without a list, nothing is known of what is documented.
    if (documented.length > 0) this.#reportUnlisted(documented);
  }

  #operation(documented: JsonObject, security: JsonObject): void {
    const [method, route] = [
      textOf(documented['method']),
      textOf(documented['path']),
    ];
    const path = ['paths', route, method];
    const operation = this.#at(path);
    if (Object.keys(operation).length === 0) {
      const problem = `The documented operation \`${method}\` of ${route} must be there (${operationsFile})`;
      const remedy =
        'put it back, or remove it there if a newer interface document lacks it';
      this.#report.add(path, `${problem}: ${remedy}.`);
      return;
    }
    this.#compareSecurity(path, operation, security);
    const { request, response } = documented;
    const body = schemaOf(operation['requestBody']);
    if (request !== undefined && body !== request) {
      this.#differ([...path, 'requestBody'], 'requestBody', request, body);
    }
    const success = schemaOf(objectOf(operation['responses'])['200']);
    if (response !== undefined && success !== response) {
      this.#differ(
        [...path, 'responses', '200'],
        'response 200',
        response,
        success,
      );
    }
  }

  #compareSecurity(
    path: Path,
    operation: JsonObject,
    expected: JsonObject,
  ): void {
    const names = listOf(operation['security']).flatMap((each) =>
      Object.keys(objectOf(each)),
    );
    const used = names.map((name) => {
      const scheme = this.#at(['components', 'securitySchemes', name]);
      return { type: scheme['type'], in: scheme['in'], name: scheme['name'] };
    });
    if (isDeepStrictEqual(used, [expected])) return;
    this.#differ([...path, 'security'], 'security', [expected], used);
  }

  #reportUnlisted(documented: readonly JsonObject[]): void {
    for (const [route, item] of childrenOf(this.#at(['paths']))) {
      for (const [method, operation] of childrenOf(item)) {
        if (!methods.includes(String(method))) continue;
        const isListed = documented.some(
          (each) => each['path'] === route && each['method'] === method,
        );
        if (isListed || objectOf(operation)['x-provenance'] !== 'documented')
          continue;
        const problem = `The operation \`${method}\` of ${route} is not documented (${operationsFile})`;
        const path = ['paths', route, method, 'x-provenance'];
        this.#report.add(path, `${problem}: write ${undocumented}.`);
      }
    }
  }

  #differ(
    path: Path,
    what: string,
    expected: Json | undefined,
    actual: Json | undefined,
  ): void {
    const show = (value: Json | undefined) =>
      value === undefined ? 'nothing' : JSON.stringify(value);
    const file = path[0] === 'components' ? schemasFile : operationsFile;
    const problem = `\`${what}\` must be as documented (${file}), ${show(expected)}, and is ${show(actual)}`;
    const remedy =
      'change it back, or annotate `x-provenance: observed` if a deployment shows it';
    this.#report.add(path, `${problem}: ${remedy}.`);
  }

  #component(name: string): JsonObject {
    return this.#at(['components', 'schemas', name]);
  }

  #at(path: Path): JsonObject {
    return objectOf(valueAt(this.#document, [...path]));
  }
}

function typesOf({ $ref, type }: JsonObject): readonly string[] {
  return [$ref === undefined ? type : 'object'].flat().map(textOf);
}

/** Returns the name of the schema of a body as JSON. */
function schemaOf(body: Json | undefined): string {
  const media = objectOf(objectOf(body)['content'])['application/json'];
  return nameOf(textOf(objectOf(objectOf(media)['schema'])['$ref']));
}
