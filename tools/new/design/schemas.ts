import { object } from '../../lint/spectral/lib/document.js';
import { nearest } from '../cli/nearest.ts';
import type { Options } from '../cli/options.ts';
import type { Sources } from '../contract/sources.ts';
import { singular, upperFirst } from '../contract/words.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import type { SchemaChoice } from './design.ts';
import { isSearch } from './parameters.ts';

/** What an operation answers, by its schema. */
export function answerSchema({ id, method, answer }: Options, sources: Sources): SchemaChoice {
  if (answer !== undefined && answer !== 'new') {
    const schema = asked(sources, '--answer', answer);
    if (!isSearch(id) || isPage(sources, answer)) return schema;
    throw new ScaffoldError(
      `--answer of a search must be a page, with items and next_page_id, and ${answer} is none`,
    );
  }
  if (answer === undefined && method === 'delete') return { name: 'Success', isNew: false };
  const noun = id.replace(/^[a-z]+/, '');
  const isThere = !isSearch(id) && isObject(sources, noun);
  const one = isThere ? noun : singular(noun);
  if (answer === 'new' && one === noun) {
    return made(sources, '--answer', `${upperFirst(id)}Response`);
  }
  if (one !== noun) {
    const several = `${one}${isSearch(id) ? 'Page' : 'List'}`;
    if (answer === undefined && isObject(sources, several)) return { name: several, isNew: false };
    return {
      ...made(sources, '--answer', several),
      item: objectOf(sources, one),
      isPage: isSearch(id),
    };
  }
  return objectOf(sources, one);
}

/** The schema of a name, which is made where it is not there. */
function objectOf(sources: Sources, name: string): SchemaChoice {
  return isObject(sources, name) ? { name, isNew: false } : made(sources, '--answer', name);
}

/** A schema that is made, as an option has not named one. */
export function made(sources: Sources, option: string, name: string): SchemaChoice {
  const file = `openapi/components/schemas/${name}.yaml`;
  if (!sources.has(file)) return { name, isNew: true };
  const isNone = isObject(sources, name) ? '' : ', and is none';
  throw new ScaffoldError(
    `${option} must name an object with members, as ${file} is there already${isNone}`,
  );
}

/** A schema that is asked for by its name. */
export function asked(sources: Sources, option: string, name: string): SchemaChoice {
  const names = sources.components('schemas');
  if (!names.includes(name)) {
    const meant = nearest(name, names);
    const hint = meant === undefined ? 'for one that is made, write new' : `is ${meant} meant?`;
    throw new ScaffoldError(
      `${option} must be a schema of openapi/components/schemas, not '${name}'; ${hint}`,
    );
  }
  if (isObject(sources, name)) return { name, isNew: false };
  throw new ScaffoldError(`${option} must be an object with members, and ${name} is none`);
}

function isPage(sources: Sources, name: string): boolean {
  const { properties } = sources.yaml(`openapi/components/schemas/${name}.yaml`);
  const members = Object.keys(object(properties));
  return members.includes('items') && members.includes('next_page_id');
}

function isObject(sources: Sources, name: string): boolean {
  const file = `openapi/components/schemas/${name}.yaml`;
  return sources.has(file) && 'properties' in sources.yaml(file);
}
