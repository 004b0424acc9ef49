/** Operators on the contract: each finds its places in the YAML sources by JSON Pointer and changes one of them. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FileChange } from '@agent-conversation/cli/files';
import { type Document, parseDocument } from 'yaml';
import type { FileMutant, GateName } from './mutant.ts';

type Path = readonly (string | number)[];
type Json = Readonly<Record<string, unknown>>;

/** One YAML file of the contract. */
interface Source {
  readonly file: string;
  /** `Sandbox` for `components/schemas/Sandbox.yaml`. */
  readonly name: string;
  /** `schemas`, `examples`, …; `paths` for path items; `openapi` for the root. */
  readonly kind: string;
  readonly text: string;
  readonly value: Json;
}

/** A place in a file at which an operator may apply. */
interface Site {
  readonly source: Source;
  readonly at: Path;
  /** The value there. */
  readonly value: Json;
}

/** The change of a file at one place. */
interface Edit {
  /** What a gate must report, besides the name of the file. */
  readonly says: readonly string[];
  readonly edit: (document: Document) => void;
  readonly also?: readonly FileChange[];
}

/** A kind of fault of the contract. */
export interface ContractOperator {
  readonly id: string;
  readonly title: string;
  readonly gate: GateName;
  readonly places: (source: Source) => readonly (Edit & { readonly at: Path })[];
}

/** How many places of each operator a full run takes. */
const placesEach = 5;
const methods = ['get', 'put', 'post', 'delete', 'patch'];

function operator(
  id: string,
  gate: GateName,
  title: string,
  sites: (source: Source) => readonly Site[],
  change: (site: Site) => Edit | undefined,
): ContractOperator {
  return {
    id,
    gate,
    title,
    places: (source) =>
      sites(source).flatMap((site) => {
        const edit = change(site);
        return edit ? [{ ...edit, at: site.at }] : [];
      }),
  };
}

const put = (at: Path, ...rest: readonly [...Path, unknown]): Edit['edit'] => {
  return (document) => document.setIn([...at, ...rest.slice(0, -1)], rest.at(-1));
};
const cut = (at: Path, ...rest: Path): Edit['edit'] => {
  return (document) => void document.deleteIn([...at, ...rest]);
};
const renamed = (at: Path, to: string): Edit['edit'] => {
  return (document) => {
    const map = document.getIn(at.slice(0, -1)) as { items: { key: { value: unknown } }[] };
    map.items.find(({ key }) => String(key.value) === String(at.at(-1)))!.key.value = to;
  };
};
const leaf = (site: Site): string => String(site.at.at(-1) ?? site.source.name);
const id = (site: Site): string => site.value['operationId'] as string;
const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const changeset = (step: string): FileChange => ({
  file: '.changeset/drift.md',
  content: `---\n'@agent-conversation/openapi': ${step}\n---\n\nChanges something.\n`,
});

/** The operators, in the order of the catalogue. */
export const contractOperators: readonly ContractOperator[] = [
  operator('A1', 'diff', 'removes an operation', operations, (site) => ({
    says: [id(site)],
    edit: cut(site.at),
  })),
  operator('A1', 'expected', 'removes a documented path', paths, (site) => ({
    says: [leaf(site)],
    edit: cut(site.at),
  })),
  operator('A2', 'diff', 'adds an operation', operations, (site) => ({
    says: [`${id(site)}Twice`],
    edit: put(site.at.slice(0, -1), 'patch', { ...site.value, operationId: `${id(site)}Twice` }),
  })),
  operator('A3', 'diff', 'renames an operationId', operations, (site) => ({
    says: [`${id(site)}Renamed`],
    edit: put(site.at, 'operationId', `${id(site)}Renamed`),
  })),
  operator('A4', 'diff', 'renames a path', paths, (site) => ({
    says: [`${leaf(site)}-renamed`],
    edit: renamed(site.at, `${leaf(site)}-renamed`),
  })),
  operator('A4', 'diff', 'renames a parameter', parameters, (site) => ({
    says: [`${site.value['name'] as string}_renamed`],
    edit: put(site.at, 'name', `${site.value['name'] as string}_renamed`),
  })),
  operator('A5', 'diff', 'swaps a method', operations, (site) => ({
    says: [id(site)],
    edit: renamed(site.at, leaf(site) === 'get' ? 'put' : 'delete'),
  })),
  operator('A6', 'diff', 'changes a status', responses, (site) =>
    leaf(site) === '200' ? { says: ['201'], edit: renamed(site.at, '201') } : undefined,
  ),
  operator('A6', 'lint', 'removes the 422 of an operation', responses, (site) =>
    leaf(site) === '422' ? { says: ['422'], edit: cut(site.at) } : undefined,
  ),
  operator('A7', 'lint', 'changes a media type', contents, (site) => ({
    says: ['text/json'],
    edit: renamed(site.at, 'text/json'),
  })),
  operator('A8', 'diff', 'drops the content of a response', components('responses'), (site) =>
    site.value['content'] ? { says: [], edit: cut(site.at, 'content') } : undefined,
  ),
  operator('A9', 'diff', 'removes a property', properties, (site) => ({
    says: [leaf(site)],
    edit: cut(site.at),
  })),
  operator('A9', 'expected', 'removes a documented property', documented(properties), (site) => ({
    says: [leaf(site)],
    edit: cut(site.at),
  })),
  operator('A10', 'diff', 'writes a property in another case', properties, (site) =>
    camel(leaf(site)) === leaf(site)
      ? undefined
      : { says: [camel(leaf(site))], edit: renamed(site.at, camel(leaf(site))) },
  ),
  operator('A11', 'diff', 'drops a required entry', required, (site) => ({
    says: [String(site.value)],
    edit: cut(site.at),
  })),
  operator('A12', 'diff', 'makes a property required', properties, (site) => {
    const schema = site.at.slice(0, -2);
    const all = (getIn(site.source.value, schema) as Json)['required'] ?? [];
    if ((all as string[]).includes(leaf(site))) return undefined;
    return {
      says: [leaf(site)],
      edit: put(schema, 'required', [...(all as string[]), leaf(site)]),
    };
  }),
  operator('A12', 'lint', 'requires a property that is not described', required, (site) => ({
    says: ['nowhere'],
    edit: put(site.at, 'nowhere'),
  })),
  operator('A13', 'diff', 'changes a type', properties, (site) =>
    typeof site.value['type'] === 'string'
      ? {
          says: [leaf(site)],
          edit: put(site.at, 'type', site.value['type'] === 'string' ? 'integer' : 'string'),
        }
      : undefined,
  ),
  operator('A14', 'diff', 'allows null no longer', properties, (site) => {
    const { type } = site.value;
    if (!Array.isArray(type) || !type.includes('null')) return undefined;
    return { says: [leaf(site)], edit: put(site.at, 'type', type[0]) };
  }),
  operator('A14', 'diff', 'allows null', properties, (site) =>
    typeof site.value['type'] === 'string'
      ? { says: [leaf(site)], edit: put(site.at, 'type', [site.value['type'], 'null']) }
      : undefined,
  ),
  operator('A15', 'diff', 'removes an enum value', enums, (site) => {
    const value = (site.value['enum'] as string[]).at(-1)!;
    const edit = (document: Document) => {
      document.deleteIn([...site.at, 'enum', (site.value['enum'] as string[]).length - 1]);
      document.deleteIn([...site.at, 'x-enumDescriptions', value]);
    };
    return { says: [value], edit };
  }),
  operator('A15', 'lint', 'misspells an enum value', enums, (site) =>
    site.value['x-enumDescriptions']
      ? { says: [], edit: put(site.at, 'enum', 0, 'MISSPELT') }
      : undefined,
  ),
  operator('A16', 'diff', 'shifts a bound', having('minimum', 'maximum', 'maxItems'), (site) => ({
    says: [],
    edit: put(site.at, Number(site.value) + 1),
  })),
  operator('A17', 'diff', 'removes a format', having('format'), (site) => ({
    says: [String(site.at.at(-2))],
    edit: cut(site.at),
  })),
  operator('A18', 'diff', 'changes a default', having('default'), (site) => ({
    says: [],
    edit: put(site.at, typeof site.value === 'boolean' ? !site.value : `${String(site.value)}0`),
  })),
  operator('A19', 'lint', 'closes an object', components('schemas'), (site) =>
    site.value['properties']
      ? { says: [], edit: put(site.at, 'additionalProperties', false) }
      : undefined,
  ),
  operator('A20', 'diff', 'redirects a $ref to a similar schema', properties, (site) =>
    typeof site.value['$ref'] === 'string' && !site.value['$ref'].includes('ErrorBody')
      ? { says: [leaf(site)], edit: put(site.at, '$ref', 'LegacyErrorBody.yaml') }
      : undefined,
  ),
  operator('A21', 'diff', 'drops a branch of a choice', schemas, (site) =>
    site.value['oneOf']
      ? { says: [], edit: cut(site.at, 'oneOf', (site.value['oneOf'] as Json[]).length - 1) }
      : undefined,
  ),
  operator('A21', 'validators', 'removes a discriminator', schemas, (site) =>
    site.value['discriminator'] ? { says: [], edit: cut(site.at, 'discriminator') } : undefined,
  ),
  operator('A22', 'diff', 'requires a parameter', parameters, (site) =>
    site.value['required'] === false
      ? { says: [site.value['name'] as string], edit: put(site.at, 'required', true) }
      : undefined,
  ),
  operator('A22', 'diff', 'changes the style of a parameter', parameters, (site) =>
    site.value['explode'] === true
      ? { says: [site.value['name'] as string], edit: put(site.at, 'explode', false) }
      : undefined,
  ),
  operator('A22', 'diff', 'moves a parameter into a header', parameters, (site) =>
    site.value['in'] === 'query'
      ? { says: [site.value['name'] as string], edit: put(site.at, 'in', 'header') }
      : undefined,
  ),
  operator('A23', 'lint', 'removes the security of an operation', operations, (site) => ({
    says: ['security'],
    edit: cut(site.at, 'security'),
  })),
  operator('A23', 'expected', 'renames the header of the key', securitySchemes, (site) => ({
    says: ['X-Session-API-Key'],
    edit: put(site.at, 'name', 'X-Other-Key'),
  })),
  operator('A24', 'lint', 'makes an example invalid', exampleObjects, (site) => ({
    says: ['surplus'],
    edit: put(site.at, 'surplus', 1),
  })),
  operator('A25', 'lint', 'removes an example', exampleEntries, (site) => ({
    says: [leaf(site)],
    edit: cut(site.at),
  })),
  operator('A26', 'lint', 'empties a summary', operations, (site) => ({
    says: ['summary'],
    edit: put(site.at, 'summary', ''),
  })),
  operator('A26', 'lint', 'removes the description of a property', properties, (site) => ({
    says: [leaf(site), 'description'],
    edit: cut(site.at, 'description'),
  })),
  operator('A27', 'lint', 'removes the dialect of the schemas', root, () => ({
    says: ['jsonSchemaDialect'],
    edit: cut(['jsonSchemaDialect']),
  })),
  operator('A28', 'validators', 'has a pattern that does not compile', properties, (site) =>
    site.value['type'] === 'string'
      ? { says: [leaf(site), 'pattern'], edit: put(site.at, 'pattern', '(') }
      : undefined,
  ),
  operator('A29', 'diff', 'changes the address of the server', root, () => ({
    says: ['http://localhost:9999'],
    edit: put(['servers', 0, 'variables', 'base_url', 'default'], 'http://localhost:9999'),
  })),
  operator('A30', 'diff', 'breaks a request in a patch release', properties, (site) =>
    /Request$/.test(site.source.name) && !getIn(site.source.value, ['required'])
      ? {
          says: ['.changeset/drift.md'],
          edit: put(site.at.slice(0, -2), 'required', [leaf(site)]),
          also: [changeset('patch')],
        }
      : undefined,
  ),
  operator('A31', 'diff', 'marks a secret no longer', having('x-secret'), (site) => ({
    says: [String(site.at.at(-2)), 'x-secret'],
    edit: cut(site.at),
  })),
  operator('A32', 'diff', 'removes an edge of a lifecycle', edges, (site) => ({
    says: ['x-lifecycle'],
    edit: cut(site.at),
  })),
  operator('A32', 'lint', 'leaves an operation in a state open', unchanged, (site) => ({
    says: [site.value['operation'] as string, site.value['in'] as string],
    edit: cut(site.at),
  })),
  operator('A33', 'lint', 'removes a provenance', components('schemas'), (site) => ({
    says: ['provenance'],
    edit: cut(site.at, 'x-provenance'),
  })),
  operator('A33', 'diff', 'changes a retry policy', operations, (site) => ({
    says: [id(site), 'x-retry'],
    edit: put(site.at, 'x-retry', site.value['x-retry'] === 'safe' ? 'unsent' : 'safe'),
  })),
  operator('A34', 'diff', 'breaks clients without an approval', properties, (site) =>
    site.value['type'] === 'boolean' && site.source.name === 'Settings'
      ? { says: ['approval', leaf(site)], edit: cut(site.at), also: [changeset('major')] }
      : undefined,
  ),
  operator('A35', 'diff', 'changes the version by hand', root, () => ({
    says: ['9.9.9'],
    edit: put(['info', 'version'], '9.9.9'),
  })),
  operator('A36', 'lint', 'cuts off a description', components('schemas'), (site) => ({
    says: ['description'],
    edit: put(site.at, 'description', 'The state of the'),
  })),
  operator('A36', 'lint', 'uses an undeclared tag', operations, (site) => ({
    says: ['Undeclared'],
    edit: put(site.at, 'tags', ['Undeclared']),
  })),
];

/** Reads the YAML sources of the contract below a root. */
export function readSources(root: string): readonly Source[] {
  const files = globSync(['openapi/openapi.yaml', 'openapi/{paths,components}/**/*.yaml'], {
    cwd: root,
  });
  return files.toSorted().map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const [, kind = 'openapi'] = /(paths|components\/(\w+))\//.exec(file) ?? [];
    return {
      file,
      name: basename(file, '.yaml'),
      kind: kind.replace('components/', ''),
      text,
      value: parseDocument(text).toJS() as Json,
    };
  });
}

/**
 * Applies operators wherever they fit and returns a bounded number of mutants of each.
 *
 * @param isFast whether to return one place of each operator, chosen by its name
 * @returns also the operators that have no place
 */
export function contractMutants(
  sources: readonly Source[],
  isFast: boolean,
  operators: readonly ContractOperator[] = contractOperators,
): { readonly mutants: readonly FileMutant[]; readonly without: readonly ContractOperator[] } {
  const without: ContractOperator[] = [];
  const mutants = operators.flatMap((each) => {
    const all = sources.flatMap((source) =>
      each.places(source).map((place) => ({ source, ...place })),
    );
    if (all.length === 0) without.push(each);
    const seed = [...each.title].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
    const chosen = isFast
      ? all.slice(seed % all.length || 0).slice(0, 1)
      : all.filter((_, at) => at % Math.ceil(all.length / placesEach) === 0);
    return chosen.map(({ source, at, says, edit, also = [] }): FileMutant => {
      const document = parseDocument(source.text);
      edit(document);
      const content = document.toString({ lineWidth: 0, flowCollectionPadding: false });
      return {
        operator: each.id,
        title: `${each.title}: ${source.name} ${['', ...at].join('/')}`.trimEnd(),
        gate: each.gate,
        says: says.length > 0 ? [...says] : [source.name],
        files: [{ file: source.file, content }, ...also],
      };
    });
  });
  return { mutants, without };
}

function root(source: Source): readonly Site[] {
  return source.kind === 'openapi' ? [{ source, at: [], value: source.value }] : [];
}

function components(kind: string) {
  return (source: Source): readonly Site[] =>
    source.kind === kind ? [{ source, at: [], value: source.value }] : [];
}

function parameters(source: Source): readonly Site[] {
  return components('parameters')(source).filter(({ value }) => value['in'] === 'query');
}

function paths(source: Source): readonly Site[] {
  return root(source).flatMap(({ value }) => childrenOf(source, ['paths'], value['paths']));
}

function operations(source: Source): readonly Site[] {
  if (source.kind !== 'paths') return [];
  return childrenOf(source, [], source.value).filter((site) => methods.includes(leaf(site)));
}

function responses(source: Source): readonly Site[] {
  return operations(source).flatMap(({ at, value }) =>
    childrenOf(source, [...at, 'responses'], value['responses']),
  );
}

function contents(source: Source): readonly Site[] {
  return everything(source).filter(
    (site) => site.at.at(-2) === 'content' && leaf(site).includes('/'),
  );
}

function schemas(source: Source): readonly Site[] {
  const inner = everything(source).filter(
    ({ at }) => at.at(-2) === 'properties' || ['schema', 'items'].includes(String(at.at(-1))),
  );
  return source.kind === 'examples' ? [] : [...components('schemas')(source), ...inner];
}

function properties(source: Source): readonly Site[] {
  return source.kind === 'schemas'
    ? everything(source).filter(({ at }) => at.at(-2) === 'properties')
    : [];
}

function enums(source: Source): readonly Site[] {
  return schemas(source).filter(({ value }) => ((value['enum'] as unknown[]) ?? []).length > 1);
}

function required(source: Source): readonly Site[] {
  return source.kind === 'schemas'
    ? everything(source).filter(({ at }) => at.at(-2) === 'required' && at.length === 2)
    : [];
}

/** Keywords with a value, in the places of schemas. */
function having(...keywords: readonly string[]) {
  return (source: Source): readonly Site[] =>
    schemas(source).flatMap(({ at, value }) =>
      childrenOf(source, at, value).filter((site) => keywords.includes(leaf(site))),
    );
}

/** Only what the interface document states. */
function documented(sites: (source: Source) => readonly Site[]) {
  return (source: Source): readonly Site[] =>
    sites(source).filter(
      ({ value }) =>
        (value['x-provenance'] ?? source.value['x-provenance']) === 'documented' &&
        value['x-decision'] === undefined,
    );
}

function securitySchemes(source: Source): readonly Site[] {
  return everything(source).filter(({ at }) => at.at(-2) === 'securitySchemes');
}

function exampleObjects(source: Source): readonly Site[] {
  return components('examples')(source).flatMap(({ value }) =>
    isMap(value['value']) ? [{ source, at: ['value'], value: value['value'] }] : [],
  );
}

function exampleEntries(source: Source): readonly Site[] {
  return everything(source).filter(({ at }) => at.at(-2) === 'examples');
}

function edges(source: Source): readonly Site[] {
  return everything(source).filter(({ at }) => at.at(-2) === 'transitions');
}

function unchanged(source: Source): readonly Site[] {
  return everything(source).filter(({ at }) => at.at(-2) === 'unchanged');
}

/** All values of a file, from the outside to the inside. */
function everything(source: Source): readonly Site[] {
  const found: Site[] = [];
  const visit = (at: Path, value: unknown): void => {
    for (const site of childrenOf(source, at, value)) {
      found.push(site);
      visit(site.at, site.value);
    }
  };
  visit([], source.value);
  return found;
}

function childrenOf(source: Source, at: Path, value: unknown): readonly Site[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.map(([step, each]) => ({ source, at: [...at, step], value: each as Json }));
}

function getIn(value: Json, at: Path): unknown {
  return at.reduce<unknown>((inner, step) => (inner as Json | undefined)?.[step], value);
}

function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
