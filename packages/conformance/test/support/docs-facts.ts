import {
  contract,
  type MediaType,
  nameOf,
  type Operation,
  resolve,
  type Schema,
} from '../../src/contract.ts';

/** Something of the contract that a reader must find. */
export interface Fact {
  /** What it is and where, such as `the value PAUSED of the answer 200`. */
  readonly what: string;
  /** The word that stands for it. */
  readonly word: string;
  /** Whether the word must have an element of its own: a name may stand in a path or a sentence as well. */
  readonly isTerm?: boolean;
}

const isTerm = true;

/** What the page of an operation must show, by itself or on the pages of schemas that it links. */
export function operationFacts(operation: Operation): Fact[] {
  const { summary, method, path, security, parameters, requestBody, responses } = operation;
  const keys = security.flatMap((requirement) => Object.keys(requirement));
  return [
    { what: 'the summary', word: summary },
    { what: 'the method', word: method.toUpperCase() },
    { what: 'the path', word: path },
    ...keys.map((key) => {
      const { name } = contract.components.securitySchemes[key] as { name: string };
      return { what: 'the header of the key', word: name, isTerm };
    }),
    ...parameters.flatMap((reference) => {
      const { name, schema } = resolve(reference);
      const what = `the parameter ${name}`;
      return [{ what, word: name, isTerm }, ...schemaFacts(schema, what)];
    }),
    ...contentFacts(requestBody?.content, 'the request'),
    ...Object.entries(responses).flatMap(([status, response]) => [
      { what: `the status ${status}`, word: status },
      ...contentFacts(resolve(response).content, `the answer ${status}`),
    ]),
  ];
}

/** The named examples of an operation, of its request and of its answers. */
export function operationExamples({ requestBody, responses }: Operation): [string, unknown][] {
  const bodies = [requestBody, ...Object.values(responses).map((response) => resolve(response))];
  return bodies.flatMap((body) =>
    Object.values(body?.content ?? {}).flatMap(({ examples = {} }) =>
      Object.entries(examples).map(([name, example]): [string, unknown] => [
        name,
        resolve(example).value,
      ]),
    ),
  );
}

function contentFacts(content: Record<string, MediaType> | undefined, where: string): Fact[] {
  return Object.values(content ?? {}).flatMap(({ schema }) => schemaFacts(schema, where));
}

/**
 * The members and the values of a schema, and of what it consists of.
 *
 * @param where the schema is, for `what`
 * @param reach whether to follow references
 */
export function schemaFacts(schema: Schema, where: string, reach = true): Fact[] {
  const facts: Fact[] = [];
  const seen = new Set<string>();
  const walk = (at: Schema, place: string): void => {
    if (at.$ref !== undefined && reach && !seen.has(at.$ref)) {
      seen.add(at.$ref);
      walk(resolve<Schema>({ $ref: at.$ref }), `${place} (${nameOf(at.$ref)})`);
    }
    for (const value of at.const === undefined ? (at.enum ?? []) : [at.const]) {
      const word = typeof value === 'string' ? value : JSON.stringify(value);
      facts.push({ what: `the value ${word} of ${place}`, word, isTerm });
    }
    for (const [name, member] of Object.entries(at.properties ?? {})) {
      facts.push({ what: `the member ${name} of ${place}`, word: name, isTerm });
      walk(member, `${place}/${name}`);
    }
    const { items, additionalProperties, anyOf = [], oneOf = [] } = at;
    if (items) walk(items, `${place}[]`);
    if (typeof additionalProperties === 'object') walk(additionalProperties, `${place}/*`);
    for (const choice of [...anyOf, ...oneOf]) walk(choice, place);
  };
  walk(schema, where);
  return facts;
}

/**
 * Returns the facts that texts do not show.
 *
 * @param texts what a reader sees, element by element
 */
export function missingFacts(facts: readonly Fact[], texts: readonly string[]): string[] {
  const terms = new Set(texts.map((text) => text.trim()));
  const words = new Set(texts.flatMap((text) => text.split(/\W+/)));
  // A path and its parameters may have elements of their own.
  const joined = withoutSpaces(texts.join(''));
  const isTold = ({ word, isTerm: needsElement }: Fact): boolean => {
    if (needsElement) return terms.has(word);
    return /^\w+$/.test(word) ? words.has(word) : joined.includes(withoutSpaces(word));
  };
  return facts.filter((fact) => !isTold(fact)).map(({ what, word }) => `${what}: ${word}`);
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '');
}
