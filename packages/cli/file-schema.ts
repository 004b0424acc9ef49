import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { pointerTo } from '@agent-conversation/contract';

/** Throws an error that names a location in the checked file. */
type Fail = (pointer: string, what: string) => never;

/**
 * Makes a check of the value of a YAML file from the JSON Schema that editors use for it.
 *
 * @param folder the schemas of the editors: `openapi/editor/`
 * @param name of the schema, such as `changelog`
 * @returns a function that calls `fail` with the first violation
 */
export function fileCheck(
  folder: URL,
  name: string,
): (value: unknown, fail: Fail) => void {
  const schemaNamed = (schema: string) =>
    JSON.parse(
      readFileSync(new URL(`${schema}.schema.json`, folder), 'utf8'),
    ) as object;
  const ajv = new Ajv({ strict: false, verbose: true });
  formats.default(ajv, ['date']);
  ajv.addSchema(schemaNamed('common'), 'common.schema.json');
  const validate = ajv.compile(schemaNamed(name));
  return (value, fail) => {
    if (validate(value)) return;
    const {
      instancePath,
      params,
      message = '',
      parentSchema,
    } = validate.errors![0]!;
    const extra = params['additionalProperty'] as string | undefined;
    if (extra !== undefined)
      fail(pointerTo(instancePath, extra), 'is not a known property');
    const { description } = parentSchema as { readonly description?: string };
    fail(
      instancePath,
      description === undefined ? message : `${message}: ${description}`,
    );
  };
}
