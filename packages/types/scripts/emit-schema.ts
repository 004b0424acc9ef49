import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { Document } from './document.ts';

/**
 * The TypeScript source of `paths`, `components` and `operations`.
 *
 * A request member with a default stays optional (`defaultNonNullable: false`): the default is the
 * server's business, not the sender's.
 */
export async function emitSchema(document: Document): Promise<string> {
  const nodes = await openapiTS(document as unknown as OpenAPI3, {
    defaultNonNullable: false,
    silent: true,
  });
  return astToString(nodes);
}
