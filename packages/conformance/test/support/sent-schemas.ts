import { operations, resolve, type Schema } from '../../src/contract.ts';

const sent = new Set<Schema>();

/** Whether a request carries what a schema of the contract describes, in a body or as a parameter. */
export function isSent(schema: Schema): boolean {
  return sent.has(schema);
}

function send(schema: Schema): void {
  if (sent.has(schema)) return;
  sent.add(schema);
  const { $ref, items, additionalProperties, properties = {}, anyOf = [], oneOf = [] } = schema;
  if ($ref) send(resolve<Schema>({ $ref }));
  if (items) send(items);
  if (typeof additionalProperties === 'object') send(additionalProperties);
  for (const inner of [...Object.values(properties), ...anyOf, ...oneOf]) send(inner);
}

for (const { parameters, requestBody } of operations) {
  for (const parameter of parameters) send(resolve(parameter).schema);
  const bodies = Object.values(requestBody ? resolve(requestBody).content : {});
  for (const { schema } of bodies) send(schema);
}
