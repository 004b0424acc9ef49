import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { pointerTo } from '@agent-conversation/contract';

/** Throws an error that names a location in the checked file. */
type Fail = (pointer: string, what: string) => never;

/**
 * Makes a check of the value of a YAML file from the JSON Schema that editors use for it.
 *
 * @param schema a schema of `openapi/editor/`
 * @param common `common.schema.json` from there, which the others refer to
 * @returns a function that calls `fail` with the first violation
 */
export function fileCheck(schema: object, common: object): (value: unknown, fail: Fail) => void {
  const ajv = new Ajv({ strict: false, verbose: true });
  formats.default(ajv, ['date']);
  ajv.addSchema(common, 'common.schema.json');
  const validate = ajv.compile(schema);
  return (value, fail) => {
    if (validate(value)) return;
    const { instancePath, params, message = '', parentSchema } = validate.errors![0]!;
    const extra = params['additionalProperty'] as string | undefined;
    if (extra !== undefined) fail(pointerTo(instancePath, extra), 'is not a known property');
    const { description } = parentSchema as { readonly description?: string };
    fail(instancePath, description === undefined ? message : `${message}: ${description}`);
  };
}
