import { BuildError } from '../sources/read-source.ts';
import { bodyReferences, type Call, calls, type Contract, references } from '../contract.ts';

/** The schemas that stand on one page, `schemas/<slug>`, by name. */
export interface SchemaGroup {
  readonly slug: string;
  readonly title: string;
  readonly schemas: readonly string[];
}

const shared: Heading = { slug: 'shared', title: 'Shared schemas' };
const errors: Heading = { slug: 'errors', title: 'Errors' };

type Heading = Pick<SchemaGroup, 'slug' | 'title'>;

/**
 * Puts every component schema on one page: on its tag's if the requests and successful responses of that
 * tag alone reach it, on `shared` if those of several tags (or none) do, and on `errors` if only failures
 * reach it. The first tag of an operation counts. Pages come in the order of the tags; `shared` and
 * `errors` follow. Pages without schemas are left out.
 *
 * @throws {BuildError} if two pages would have the same address
 */
export function schemaGroups(contract: Contract): SchemaGroup[] {
  const tags = contract.tags.map(({ name }) => ({ slug: slugOf(name), title: name }));
  const headings = [...tags, shared, errors];
  rejectSameSlug(headings);

  const tagOf = new Map(tags.map((tag) => [tag.title, tag]));
  const pages = new Map<string, Heading>();
  for (const call of calls(contract)) {
    const tag = tagOf.get(call.operation.tags[0] ?? '') ?? shared;
    for (const name of usual(call)) spread(contract, pages, name, tag);
  }
  // Whatever has a page by now is more than an error.
  const failures = new Map<string, Heading>();
  for (const call of calls(contract)) {
    for (const name of failing(call)) spread(contract, failures, name, errors);
  }

  const names = new Map(headings.map((heading): [Heading, string[]] => [heading, []]));
  for (const name of Object.keys(contract.components.schemas).toSorted()) {
    names.get(pages.get(name) ?? failures.get(name) ?? shared)?.push(name);
  }
  return headings
    .map((heading) => ({ ...heading, schemas: names.get(heading) ?? [] }))
    .filter(({ schemas }) => schemas.length > 0);
}

/** Assigns a heading to a schema and all that it reaches. It changes at most twice, so this takes linear time. */
function spread(
  contract: Contract,
  assigned: Map<string, Heading>,
  start: string,
  heading: Heading,
): void {
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const before = assigned.get(name);
    const after = before === undefined || before === heading ? heading : shared;
    const schema = contract.components.schemas[name];
    if (after === before || schema === undefined) continue;
    assigned.set(name, after);
    for (const inner of references(schema)) open.push(inner);
  }
}

function usual({ operation, parameters }: Call): string[] {
  return [
    ...parameters.flatMap(({ schema }) => references(schema)),
    ...bodyReferences(operation.requestBody?.content),
    ...responseSchemas(operation, isSuccess),
  ];
}

function failing({ operation }: Call): string[] {
  return responseSchemas(operation, (status) => !isSuccess(status));
}

function responseSchemas(
  { responses }: Call['operation'],
  isWanted: (status: string) => boolean,
): string[] {
  return Object.entries(responses)
    .filter(([status]) => isWanted(status))
    .flatMap(([, response]) => bodyReferences(response.content));
}

function isSuccess(status: string): boolean {
  return status.startsWith('2');
}

/** The part of an address that names a tag: `sandbox-specs` for `Sandbox specs`. */
export function slugOf(tag: string): string {
  return tag
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

function rejectSameSlug(headings: readonly Heading[]): void {
  const titles = new Map<string, string>();
  for (const { slug, title } of headings) {
    const other = titles.get(slug);
    if (other !== undefined) {
      throw new BuildError(
        `The schemas of "${other}" and of "${title}" would both stand on schemas/${slug}. Rename a tag in openapi/openapi.yaml.`,
      );
    }
    titles.set(slug, title);
  }
}
