/** What is broken: the document, types, client, docs, mock, live server, or the gates themselves. */
export const layers = {
  A: 'Document',
  B: 'Generated types',
  C: 'Client on the wire',
  D: 'Documentation',
  E: "Mock's answers",
  F: 'Live server',
  G: 'The gates themselves',
} as const;

export type Layer = keyof typeof layers;

/** A kind of fault. */
export interface Operator {
  readonly title: string;
  /** Why there is no place for it here; without it, at least one mutant has it. */
  readonly notApplicable?: string;
}

/** All kinds of faults. The letter is the layer. */
export const operators = {
  A1: { title: 'an operation is removed' },
  A2: { title: 'an operation is added that docs and mock do not have' },
  A3: { title: 'an operationId is renamed' },
  A4: { title: 'a path or its parameter is renamed' },
  A5: { title: 'a method is swapped' },
  A6: { title: 'a status is removed, added or changed' },
  A7: { title: 'a media type is changed' },
  A8: { title: 'the content of an answer is dropped' },
  A9: { title: 'a member is removed' },
  A10: { title: 'a member is renamed, if only in its case' },
  A11: { title: 'a member is no longer required' },
  A12: { title: 'a member becomes required' },
  A13: { title: 'a type becomes wider or narrower' },
  A14: { title: 'a member may be null, or no longer' },
  A15: { title: 'a value of an enumeration is removed, added or written otherwise' },
  A16: { title: 'a bound or a pattern is shifted by one' },
  A17: { title: 'a format is removed' },
  A18: { title: 'a default is changed' },
  A19: { title: 'an object is opened or closed to other members' },
  A20: { title: 'a reference leads to a look-alike' },
  A21: { title: 'a branch of a choice, or its discriminator, is dropped' },
  A22: { title: 'a parameter moves, or is required or written otherwise' },
  A23: { title: 'the security is removed, or its header renamed' },
  A24: { title: 'an example is made invalid' },
  A25: { title: 'an example is removed' },
  A26: { title: 'a description or a summary is emptied' },
  A27: { title: 'the dialect of the schemas is removed or another one' },
  A28: { title: 'a pattern cannot be compiled' },
  A29: { title: 'the address of a server is changed' },
  A30: { title: 'a breaking change without a new version' },
  A31: { title: 'what is read-only, write-only or secret is no longer marked' },
  A32: { title: 'an edge of a lifecycle is removed' },
  A33: { title: 'a mark is wrong: where it comes from, or whether it may be repeated' },
  A34: { title: 'what breaks users is not approved, no longer, or as something else' },
  A35: { title: 'versions, or what was released, are changed by hand' },
  A36: { title: 'what the contract does alike everywhere is done otherwise in one place' },
  B1: { title: 'types were not made anew after the document had changed' },
  B2: { title: 'a generated file is edited by hand' },
  B3: { title: 'an optional member is required, or the other way round' },
  B4: { title: 'a union of values becomes any string' },
  B5: { title: 'null is lost' },
  B6: { title: 'a member is any or unknown' },
  B7: { title: 'the answer of an error is not in the union' },
  B8: { title: 'the key of a path is misspelt' },
  C1: { title: 'the client sends the wrong method' },
  C2: { title: 'the client does not encode what stands in the path' },
  C3: { title: 'the client writes a list into the query wrongly' },
  C4: { title: 'the client sends what is undefined as text' },
  C5: { title: 'the client does not send the key, under its name, or sends it elsewhere' },
  C6: { title: 'the client sends JSON without its content type' },
  C7: { title: 'the client encodes a body twice' },
  C8: { title: 'the client drops the body of an error' },
  C9: { title: 'the client reads JSON where there is no content' },
  C10: { title: 'the client repeats a POST' },
  C11: { title: 'the client ignores that a call was aborted' },
  C12: { title: 'the client loses the path of the base URL' },
  C13: { title: 'the client does not say what it accepts' },
  C14: { title: 'the client waits for what cannot come' },
  D1: { title: 'an operation is not in the docs' },
  D2: { title: 'the docs show a stale contract' },
  D3: { title: 'an example is not as in the contract' },
  D4: { title: 'a member of a schema is not in the docs' },
  D5: { title: 'an anchor of the docs changes' },
  D6: { title: 'the docs do not speak of authentication' },
  D7: { title: 'the docs were made from another version' },
  D8: { title: 'a link inside the docs is broken' },
  D9: { title: 'the docs ask somebody else' },
  D10: { title: 'a page cannot be used by everybody' },
  E1: { title: 'a success with an undeclared status' },
  E2: { title: 'a failure with an undeclared 5xx' },
  E3: { title: 'a wrong media type' },
  E4: { title: 'no media type' },
  E5: { title: 'a required member is removed' },
  E6: { title: 'a required member is renamed' },
  E7: { title: 'a wrong type' },
  E8: { title: 'a value outside an enumeration' },
  E9: { title: 'null where it is not allowed' },
  E10: { title: 'a number below its minimum' },
  E11: {
    title: 'a duplicate in an array of unique items',
    notApplicable: 'no schema of an answer has uniqueItems',
  },
  E12: {
    title: 'a member is added to a closed object',
    notApplicable:
      'no schema of an answer has additionalProperties or unevaluatedProperties: false',
  },
  E13: { title: 'a body is wrapped in an envelope' },
  E14: { title: 'a body is an array' },
  E15: { title: 'truncated JSON' },
  E16: { title: 'an undeclared member' },
  E17: { title: 'an optional member is renamed' },
  E18: {
    title: 'a write-only member is returned',
    notApplicable: 'no schema of an answer has writeOnly',
  },
  E19: { title: 'a bad date-time' },
  E20: { title: 'a tuple is swapped', notApplicable: 'no schema of an answer has prefixItems' },
  E21: {
    title: 'a declared header is missing',
    notApplicable: 'no answer declares a header that is required',
  },
  E22: {
    title: 'a header of a bad format',
    notApplicable: 'no answer declares a header with a format',
  },
  E23: {
    title: 'a header of a bad type',
    notApplicable: 'no answer declares a header that is a number or a boolean',
  },
  E24: { title: 'an empty body' },
  E25: {
    title: 'a wrong type below a recursive schema',
    notApplicable: 'no schema of an answer contains itself',
  },
  E26: {
    title: 'a required member is missing below a recursive schema',
    notApplicable: 'no schema of an answer contains itself',
  },
  E27: {
    title: 'a body on an operation without content',
    notApplicable: 'every operation declares content for a success, or for all its statuses',
  },
  E28: {
    title: 'a body where none is declared',
    notApplicable: 'every status of an operation with content declares content',
  },
  E29: { title: 'state is not kept' },
  E30: { title: 'a forbidden transition is allowed' },
  E31: { title: 'a transition is missing or out of order' },
  E32: { title: 'an id that is not found answers 200' },
  E33: { title: 'a cursor repeats or skips' },
  E34: { title: 'a limit is ignored' },
  E35: { title: 'two keys share their state' },
  E36: { title: 'a reset is incomplete' },
  E37: { title: 'the seed is ignored, or the clock is a real one' },
  E38: { title: 'a missing key is told after faults of the body' },
  E39: { title: 'a 405 without Allow' },
  E40: { title: 'Prefer is ignored' },
  E41: { title: 'a request is kept by reference' },
  E42: { title: 'an answer never comes' },
  E43: { title: 'a validator is off' },
  E44: { title: 'a refusal names another place' },
  F1: { title: 'answers are later than the budget allows' },
  F2: { title: 'a 5xx once' },
  F3: { title: 'the connection is reset' },
  F4: { title: 'an answer is cut in the middle of a chunk' },
  F5: { title: 'a redirect leads to another host' },
  F6: { title: 'a gateway answers with a page of HTML' },
  F7: { title: 'a stale date or a header of a cache' },
  F8: { title: 'a 429 that says when to come back' },
  F9: { title: 'a member that is not declared' },
  F10: { title: 'a value that is new in an enumeration' },
  F11: { title: 'what was made cannot be removed' },
  G1: { title: 'a gate is skipped in the pipeline' },
  G2: { title: 'a gate ends with 0 in spite of an error' },
  G3: { title: 'a gate reads what was cached' },
  G4: { title: 'a list of exceptions grows' },
  G5: { title: 'there are fewer tests' },
  G6: { title: 'a control answer is wrong' },
  G7: { title: 'what is kept in order only by a tool gets out of order' },
  G8: { title: 'what has changed since a release is judged too mildly' },
  G9: { title: 'a rule of the contract is not told, or goes away' },
  G10: { title: 'a workflow may do more than it needs, or names what is not there' },
  G11: { title: 'what is published is not what was checked' },
} as const satisfies Readonly<Record<`${Layer}${number}`, Operator>>;

export type OperatorId = keyof typeof operators;

export function isLayer(text: string): text is Layer {
  return Object.hasOwn(layers, text);
}

export function isOperator(text: string): text is OperatorId {
  return Object.hasOwn(operators, text);
}

/** The layer of an operator. */
export function layerOf(operator: OperatorId): Layer {
  return operator.charAt(0) as Layer;
}
