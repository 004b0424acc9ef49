import { nearest } from '../cli/nearest.ts';
import type { Options } from '../cli/options.ts';
import type { Contract } from '../contract/contract.ts';
import { isOfResource, segmentOf } from '../contract/segment.ts';
import { upperFirst } from '../contract/words.ts';
import { ScaffoldError } from '../scaffold-error.ts';
import type { Design } from './design.ts';

/** The tag of an operation: the one that is asked for, that of its resource, or a new one. */
export function designTag({ tag, path }: Options, { tags, operations }: Contract): Design['tag'] {
  if (tag !== undefined) {
    // Lint wants the others for the legacy generation alone.
    const ofV1 = tags.filter((name) => !name.endsWith(' (legacy)'));
    if (ofV1.includes(tag)) return { name: tag, isNew: false };
    const meant = nearest(tag, ofV1);
    const hint = meant === undefined ? `they are ${ofV1.join(', ')}` : `is '${meant}' meant?`;
    throw new ScaffoldError(
      `--tag must be a tag of V1 in openapi/openapi.yaml, not '${tag}'; ${hint}`,
    );
  }
  const sibling = operations.find((it) => isOfResource(it.path, path));
  if (sibling?.tag !== undefined) return { name: sibling.tag, isNew: false };
  return { name: upperFirst(segmentOf(path).replaceAll('-', ' ')), isNew: true };
}
