import { isMap, isScalar, parseDocument } from 'yaml';
import { ReleaseError } from '../release-error.ts';

/**
 * Sets `info.version` of an OpenAPI document and leaves every other byte as it is.
 *
 * @param text the document, as YAML
 * @throws {ReleaseError} when it has none
 */
export function setVersion(text: string, version: string): string {
  const { contents } = parseDocument(text);
  const value = isMap(contents) ? contents.getIn(['info', 'version'], true) : undefined;
  if (!isScalar(value) || !value.range) {
    throw new ReleaseError('openapi/openapi.yaml: has no info.version, add it');
  }
  const [start, end] = value.range;
  return text.slice(0, start) + version + text.slice(end);
}
