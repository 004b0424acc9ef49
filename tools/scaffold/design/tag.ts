import { upperFirst } from '../contract/words.ts';
import { nearest } from '../cli/nearest.ts';
import type { Options } from '../cli/options.ts';
import type { Contract } from '../contract/contract.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import type { Design } from './design.ts';

/** The tag of an operation: the one that is asked for, that of its resource, or a new one. */
export function designTag({ tag, path }: Options, { tags, operations }: Contract): Design['tag'] {
  if (tag !== undefined) {
    if (tags.includes(tag)) return { name: tag, isNew: false };
    const meant = nearest(tag, tags);
    const hint = meant === undefined ? `the tags are ${tags.join(', ')}` : `is '${meant}' meant?`;
    throw new ScaffoldError(`--tag must be a tag of openapi/openapi.yaml, not '${tag}'; ${hint}`);
  }
  const [, , , segment = ''] = path.split('/');
  const sibling = operations.find(
    (it) => it.path === `/api/v1/${segment}` || it.path.startsWith(`/api/v1/${segment}/`),
  );
  if (sibling?.tag !== undefined) return { name: sibling.tag, isNew: false };
  const words = segment.replaceAll('-', ' ');
  return { name: upperFirst(words), isNew: true };
}
