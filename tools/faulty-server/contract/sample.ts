import type { Schema } from './contract.ts';

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  uuid: '0f6b8c1e-3d52-4a7b-9c1d-2e3f4a5b6c7d',
};

/** Any value that a schema without references allows. */
export function sampleOf(schema: Schema): unknown {
  const { const: constant, enum: values, format = '', minimum = 1 } = schema;
  if (constant !== undefined) return constant;
  if (values) return values[0];
  switch ([schema.type].flat()[0]) {
    case 'null':
      return null;
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return minimum;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return formats[format] ?? 'sample';
  }
}
