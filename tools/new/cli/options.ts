import { parseArgs } from 'node:util';
import { ScaffoldError } from '../scaffold-error.ts';
import { nearest } from './nearest.ts';

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;
const retries = ['safe', 'unsent', 'never'] as const;

export type Method = (typeof methods)[number];
export type Retry = (typeof retries)[number];

/** The operation that is asked for. What is undefined follows from the rest. */
export interface Options {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly tag: string | undefined;
  readonly summary: string | undefined;
  /** A schema of the contract, or `new`. */
  readonly answer: string | undefined;
  /** A schema of the contract, or `new`. */
  readonly body: string | undefined;
  readonly retry: Retry | undefined;
  readonly dryRun: boolean;
}

export const help = `Writes what a new operation needs: its path, example, decision, samples, statement and changeset. All
of it passes lint, and is there to be refined. Everything else is made from it by npm run record.

Usage: npm run new -- operation --id ID --method METHOD --path PATH [options]

  --id ID            a verb and a noun, such as deleteSandbox; they name the method of the client
  --method METHOD    ${methods.map((it) => it.toUpperCase()).join(', ')}
  --path PATH        under /api/v1: the legacy generation does not grow. A parameter that no path has yet
                     gets a file of its own
  --tag TAG          the section of the docs, of those that V1 has. Without it: that of the resource's other
                     operations, or a new one that is named as the resource
  --summary TEXT     what it does, in a few words: made from the id
  --answer SCHEMA    an object of openapi/components/schemas, or "new". Without it: Success for DELETE, a page
                     for what searches, the object that is named as the noun, a list for other names of
                     several, and otherwise an object that is made
  --body SCHEMA      the same for the body: none, but a new one for PUT and PATCH
  --retry CLASS      ${retries.join(', ')}: safe for GET, PUT and DELETE (RFC 9110, section 9.2.2), otherwise unsent
  --dry-run          shows what would be written, and writes nothing
  --help             prints this text

Every answer is status 200 with JSON (D08). The mock answers with the example until it is taught a behaviour.

  npm run new -- operation --id deleteSandbox --method DELETE --path '/api/v1/sandboxes/{sandbox_id}'

Ends with 0 when all is written, and with 2 and nothing written when something is wrong.
`;

/**
 * Reads the command line.
 *
 * @returns undefined when the help is wanted
 * @throws {ScaffoldError} naming the option that is wrong
 */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  if (positionals.join(' ') !== 'operation') {
    const got = positionals.length > 0 ? `not "${positionals.join(' ')}"` : 'and nothing is asked';
    throw new ScaffoldError(`What is new must be "operation", ${got}`);
  }
  const { id, method, path } = values;
  return {
    id: matching(
      '--id',
      demanded('--id', id),
      /^[a-z]+([A-Z][a-z0-9]*)+$/,
      'a verb and a noun, such as getSandbox',
    ),
    method: oneOf('--method', demanded('--method', method).toLowerCase(), methods),
    path: pathOf(demanded('--path', path)),
    tag: values.tag,
    summary:
      values.summary === undefined
        ? undefined
        : matching('--summary', values.summary.trim(), /^[^\n]+$/, 'a few words'),
    answer: values.answer,
    body: values.body,
    retry: values.retry === undefined ? undefined : oneOf('--retry', values.retry, retries),
    dryRun: values['dry-run'],
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        id: text,
        method: text,
        path: text,
        tag: text,
        summary: text,
        answer: text,
        body: text,
        retry: text,
        'dry-run': flag,
        help: flag,
      },
    });
  } catch (error) {
    throw new ScaffoldError((error as Error).message.split(/\.\s/, 1)[0]);
  }
}

function demanded(option: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new ScaffoldError(`${option} is missing`);
}

function matching(option: string, value: string, form: RegExp, wanted: string): string {
  if (form.test(value)) return value;
  throw new ScaffoldError(`${option} must be ${wanted}, not '${value}'`);
}

function oneOf<T extends string>(option: string, value: string, all: readonly T[]): T {
  const found = all.find((it) => it === value);
  if (found !== undefined) return found;
  const meant = nearest(value, all);
  const hint = meant === undefined ? '' : `; is ${meant} meant?`;
  throw new ScaffoldError(`${option} must be one of ${all.join(', ')}, not '${value}'${hint}`);
}

function pathOf(path: string): string {
  const segment = String.raw`([a-z]+(-[a-z]+)*|\{[a-z]+(_[a-z]+)*_id\})`;
  if (/^\/api\/(?!v\d)/.test(path)) {
    throw new ScaffoldError(
      `--path must begin with /api/v1/, as the legacy generation does not grow, not '${path}'`,
    );
  }
  return matching(
    '--path',
    path,
    new RegExp(`^/api/v1/[a-z]+(-[a-z]+)*(/${segment})*$`),
    'such as /api/v1/sandboxes/{sandbox_id}: words in kebab-case, and ids in braces that end in _id',
  );
}
