import type { Options } from '../cli/options.ts';
import type { Contract } from '../contract/contract.ts';
import { sampleOf } from '../contract/sample.ts';
import type { Sources } from '../contract/sources.ts';
import { upperFirst } from '../contract/words.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import type { BodyDesign, SchemaChoice } from './design.ts';
import { answerSchema, asked, made } from './schemas.ts';

/** What an operation takes; undefined where it takes no body. */
export function designBody(
  { id, method, body = ['put', 'patch'].includes(method) ? 'new' : undefined }: Options,
  contract: Contract,
  sources: Sources,
): BodyDesign | undefined {
  if (body === undefined) return undefined;
  if (method === 'get' || method === 'delete') {
    throw new ScaffoldError(
      `--body does not go with ${method.toUpperCase()} (RFC 9110, section 9.3)`,
    );
  }
  const name = upperFirst(id);
  const schema =
    body === 'new' ? made(sources, '--body', `${name}Request`) : asked(sources, '--body', body);
  return withExample(schema, `${name}Asked`, contract, sources);
}

/** What an operation answers. */
export function designAnswer(options: Options, contract: Contract, sources: Sources): BodyDesign {
  const schema = answerSchema(options, sources);
  return withExample(schema, `${upperFirst(options.id)}Answered`, contract, sources);
}

/** A body with an example of its own, which shows what another example of the schema shows. */
function withExample(
  schema: SchemaChoice,
  example: string,
  { operations }: Contract,
  sources: Sources,
): BodyDesign {
  const valueOf = ({ name, isNew, item, isPage }: SchemaChoice): unknown => {
    if (item) return { items: [valueOf(item)], ...(isPage && { next_page_id: null }) };
    if (isNew) return { id: `${name.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase()}-1` };
    const bodies = operations.flatMap((it) => it.bodies).filter((it) => it.schema === name);
    const [shown] = bodies.flatMap((it) => it.examples);
    if (shown === undefined) return sampleOf(sources, name);
    const file = `openapi/components/examples/${shown}.yaml`;
    return lastPage((sources.yaml(file) as { readonly value: unknown }).value);
  };
  return { schema, example, value: valueOf(schema) };
}

/** A page behind which there is none: who asks for the next one would get the same again. */
function lastPage(value: unknown): unknown {
  const hasNext = typeof value === 'object' && value !== null && 'next_page_id' in value;
  return hasNext ? { ...value, next_page_id: null } : value;
}
