import type { Context, Node, Visitor } from './visitor.ts';

const operation = words(`
  operationId tags summary description externalDocs deprecated x-generation x-provenance x-decision
  x-retry security servers parameters requestBody responses callbacks
  x-codeSamples
`);

const parameter = words(`
  name in description required deprecated x-provenance x-decision style explode allowReserved
  schema content example examples
`);

const response = words('description x-provenance x-decision headers content links');

const schema = words(`
  title description deprecated readOnly writeOnly
  x-provenance x-decision x-lifecycle x-enumDescriptions x-secret
  $ref type format contentEncoding contentMediaType const enum
  multipleOf minimum exclusiveMinimum maximum exclusiveMaximum minLength maxLength pattern
  minItems maxItems uniqueItems minProperties maxProperties default
  required properties patternProperties propertyNames prefixItems items contains
  additionalProperties unevaluatedProperties allOf anyOf oneOf not if then else
  discriminator example examples
`);

/** Demands one order of the keys of operations, parameters, responses and schemas. */
export function keyOrder(): Visitor {
  return {
    Operation: check('an operation', operation),
    Parameter: check('a parameter', parameter),
    Response: check('a response', response),
    Schema: check('a schema', schema),
    ref: {
      // Redocly shows the target of a $ref as the node; only here are the keys beside it seen.
      enter(node, context) {
        if (context.type.name === 'Schema') check('a schema', schema)(node, context);
      },
    },
  };
}

function check(kind: string, order: string[]) {
  return (node: Node, { location, report }: Context) => {
    const found = Object.keys(node).filter((key) => order.includes(key));
    const wanted = found.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    const at = wanted.findIndex((key, i) => key !== found[i]);
    const key = wanted[at];
    if (key === undefined) return;
    const message = `In ${kind}, \`${key}\` must stand before \`${found[at]}\`: move it up.`;
    report({ message, location: location.child([key]).key() });
  };
}

function words(text: string) {
  return text.trim().split(/\s+/);
}
