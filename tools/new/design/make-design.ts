import { pathFile } from '../../lint/path-file.js';
import type { Options } from '../cli/options.ts';
import type { Contract } from '../contract/contract.ts';
import { segmentOf } from '../contract/segment.ts';
import type { Sources } from '../contract/sources.ts';
import {
  camel,
  singular,
  thirdPerson,
  upperFirst,
  withArticle,
  wordsOf,
} from '../contract/words.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import type { Design } from './design.ts';
import { designAnswer, designBody } from './bodies.ts';
import { designErrors } from './errors.ts';
import { nextDecision } from './next-decision.ts';
import { designParameters, isSearch } from './parameters.ts';
import { designTag } from './tag.ts';

/**
 * Decides everything that is not asked for.
 *
 * @param date of the decision, such as `2026-11-22`
 * @throws {ScaffoldError} when what is asked for does not fit the contract
 */
export function makeDesign(
  options: Options,
  contract: Contract,
  sources: Sources,
  date: string,
): Design {
  const { id, method, path } = options;
  const [verb = '', ...noun] = wordsOf(id);
  const resource = camel(segmentOf(path));
  refuseTaken(options, contract, verb);
  refuseUnfit(options);
  const parameters = designParameters(options, sources);
  const body = designBody(options, contract, sources);
  const answer = designAnswer(options, contract, sources);
  const object = withArticle(noun.join(' '));
  return {
    id,
    verb,
    object,
    method,
    path,
    isListed: contract.paths.includes(path),
    file: pathFile(path),
    resource,
    tag: designTag(options, contract),
    summary: options.summary ?? `${upperFirst(verb)} ${object}`,
    retry: options.retry ?? (['get', 'put', 'delete'].includes(method) ? 'safe' : 'unsent'),
    decision: nextDecision(sources),
    date,
    parameters,
    body,
    answer,
    errors: designErrors({ parameters, body }, contract, sources),
    step: contract.version.startsWith('0.') ? 'patch' : 'minor',
  };
}

/** The first sentence of the description: `Deletes a sandbox.` */
export function firstSentence({ verb, object }: Design): string {
  const does = thirdPerson(verb);
  return `${upperFirst(does)} ${object}.`;
}

function refuseTaken({ id, method, path }: Options, { operations }: Contract, verb: string): void {
  for (const other of operations) {
    const is = `${other.id} (${other.method.toUpperCase()} ${other.path})`;
    if (other.id === id) throw new ScaffoldError(`--id ${id} is taken by ${is}`);
    if (other.path === path && other.method === method) {
      throw new ScaffoldError(
        `--method ${method.toUpperCase()} is taken at ${path} by ${other.id}`,
      );
    }
    if (formOf(other.path) === formOf(path) && other.path !== path) {
      throw new ScaffoldError(`--path ${path} is the same as that of ${is}: use its names`);
    }
    const name = `client.${camel(segmentOf(path))}.${verb}`;
    if (segmentOf(other.path) === segmentOf(path) && wordsOf(other.id)[0] === verb) {
      throw new ScaffoldError(
        `--id ${id} would make ${name}, which ${is} makes: take another verb`,
      );
    }
  }
}

/** What lint or the client would refuse. */
function refuseUnfit({ id, method, path, retry = 'safe' }: Options): void {
  if (method === 'get' && retry !== 'safe') {
    throw new ScaffoldError(`--retry of GET must be safe (RFC 9110, section 9.2.1), not ${retry}`);
  }
  if (!isSearch(id)) return;
  if (method !== 'get' || singular(id) === id) {
    throw new ScaffoldError(
      `--id ${id} must be a GET of several things, as all that search page alike`,
    );
  }
  if (path.includes('{')) {
    throw new ScaffoldError(
      '--path of a search must have no parameters, as the client pages by the query alone',
    );
  }
}

/** A path without the names of its parameters. */
function formOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}
