/** What each change means: its message, whom it breaks, and what they do. */
import type { Breaks } from './model.ts';

interface Row {
  /** Follows the name of the element; {before}, {after} and {value} are filled in. */
  readonly message: string;
  /**
   * `values`: decided by inclusion: a value that is valid on one side and not on the other one. Otherwise whom it
   * breaks, which may depend on who sends the values of the element.
   */
  readonly effect:
    | 'values'
    | 'compatible'
    | 'editorial'
    | Breaks
    | Readonly<
        Record<'request' | 'response', Breaks | 'values' | 'compatible'>
      >;
  /** What users do about a breaking change: one text, or one for each direction. */
  readonly migration?:
    string | { readonly request: string; readonly response: string };
  /** Where opinions differ. */
  readonly reason?: string;
}

const both = { request: 'sender', response: 'receiver' } as const;
const onlySent = { request: 'sender', response: 'compatible' } as const;
const onlyRead = { request: 'compatible', response: 'receiver' } as const;

const added: Row = { message: 'added', effect: 'compatible' };
const removed: Row = {
  message: 'removed',
  effect: both,
  migration: {
    request: 'Stop sending it: it is ignored or rejected.',
    response: 'Do without it.',
  },
};
const onlyValidValues = {
  request: 'Send only values that are valid now.',
  response: 'Handle all values that are valid now.',
};

const table = {
  // ----- The document
  unclassified: {
    message:
      '`{value}` is {after}, was {before}. No rule of this tool classifies it',
    effect: both,
    migration:
      'Compare both values; no rule says what the difference means for you.',
  },
  specification: {
    message: '{after}, was {before}',
    effect: both,
    migration: 'Use tools that read {after}.',
    reason:
      'another dialect or major version may change what every schema means',
  },
  'specification-minor': {
    message: 'OpenAPI {after}, was {before}',
    effect: 'editorial',
  },
  text: { message: 'other `{value}`', effect: 'editorial' },
  extension: { message: 'extension `{value}` changed', effect: 'editorial' },
  'schema-added': added,
  'schema-removed': {
    message: 'removed',
    effect: 'source',
    migration: 'Use another type, or keep a copy of the old one.',
    reason:
      'the types name each schema; requests and responses are compared where it was used; what only removed ' +
      'operations used goes with them',
  },

  // ----- Servers and security
  'server-added': { message: 'server added: {value}', effect: 'compatible' },
  'server-removed': {
    message: 'server removed: {value}',
    effect: 'sender',
    migration: 'Send requests to one of the other servers.',
  },
  'server-default': {
    message: 'requests go to {after}, went to {before}',
    effect: 'sender',
    migration: 'Set the server explicitly if requests must go to {before}.',
    reason:
      'programs that take the address from the contract call another host',
  },
  'security-narrowed': {
    message: 'requires {after}, required {before}',
    effect: onlySent,
    migration: 'Send the credentials that are required now.',
  },
  'security-scheme': {
    message: '{after}, was {before}',
    effect: both,
    migration: {
      request: 'Send the credentials in the new way.',
      response: 'Accept the credentials in the new way.',
    },
  },
  'security-widened': {
    message: 'accepts {after}, required {before}',
    effect: onlyRead,
    migration: 'Accept requests with other credentials.',
  },

  // ----- Operations
  'operation-added': added,
  'operation-removed': {
    message: 'removed',
    effect: 'sender',
    migration: 'Stop calling it.',
    reason:
      'also if it was deprecated: that announces the removal, and does not undo it',
  },
  'operation-moved': {
    message: 'moved to {after}, was {before}',
    effect: both,
    migration: { request: 'Call {after}.', response: 'Expect {after}.' },
  },
  'event-added': added,
  'event-removed': {
    message: 'removed',
    effect: 'receiver',
    migration: 'Do not wait for it.',
  },
  'operation-id': {
    message: 'operationId is {after}, was {before}',
    effect: 'source',
    migration: 'Use {after} where your program has {before}.',
    reason: 'clients and types are named by it; nothing changes on the wire',
  },
  'operation-tag': {
    message: 'first tag is {after}, was {before}',
    effect: 'source',
    migration: 'Look for the method in its new group.',
    reason: 'clients group methods by it',
  },
  'further-tags': {
    message: 'tags are {after}, were {before}',
    effect: 'editorial',
  },
  deprecated: {
    message: 'deprecated: {after}, was {before}',
    effect: 'compatible',
  },
  'retry-lowered': {
    message: 'x-retry is {after}, was {before}',
    effect: 'sender',
    migration: 'Do not retry on your own where x-retry says {after}.',
    reason: 'a program that retries does harm now',
  },
  'retry-raised': {
    message: 'x-retry is {after}, was {before}',
    effect: 'compatible',
  },
  provenance: {
    message: 'provenance is {after}, was {before}',
    effect: 'editorial',
  },
  'provenance-assumed': {
    message: 'provenance is {after}, was {before}, so that it is only assumed',
    effect: both,
    migration:
      'Ask the operator of the service whether you can still rely on it.',
    reason:
      'what is only assumed may change in a later release without an approval',
  },
  decision: {
    message: 'decision is {after}, was {before}',
    effect: 'editorial',
  },

  // ----- Parameters, request bodies and headers
  'parameter-added': added,
  'parameter-added-required': {
    message: 'added and required',
    effect: onlySent,
    migration: 'Always send it.',
  },
  'parameter-removed': removed,
  'path-parameter-renamed': {
    message: 'renamed to {after}, was {before}',
    effect: 'source',
    migration: 'Use the new name in TypeScript.',
    reason: 'the name is never sent',
  },
  'parameter-required': {
    message: 'is required now',
    effect: onlySent,
    migration: 'Always send it.',
    reason: 'also if it has a default: who omits it is rejected',
  },
  'parameter-optional': {
    message: 'is optional now',
    effect: onlyRead,
    migration: 'Handle requests without it.',
  },
  serialization: {
    message: '`{value}` is {after}, was {before}',
    effect: both,
    migration: {
      request: 'Write the value in the new form.',
      response: 'Read the value in the new form.',
    },
  },
  'reserved-allowed': {
    message: 'reserved characters need not be encoded',
    effect: onlyRead,
    migration: 'Read it with and without encoding.',
  },
  'written-alike': {
    message: '`type` is {after}, was {before}',
    effect: 'compatible',
    reason:
      'in an address or a header, each such value is a text, and a single value a list of one',
  },
  'empty-value-allowed': {
    message: 'may be sent without a value',
    effect: onlyRead,
    migration: 'Handle it without a value.',
  },
  'empty-value-disallowed': {
    message: 'must not be sent without a value',
    effect: onlySent,
    migration: 'Omit it, or send a value.',
  },
  'request-body-added': added,
  'request-body-removed': {
    message: 'removed',
    effect: both,
    migration: { request: 'Send no request body.', response: 'Do without it.' },
  },
  'request-body-required': {
    message: 'is required now',
    effect: onlySent,
    migration: 'Always send a request body.',
  },
  'request-body-optional': {
    message: 'is optional now',
    effect: onlyRead,
    migration: 'Handle requests without a body.',
  },
  'media-type-added': {
    message: 'media type added: {value}',
    effect: 'compatible',
  },
  'media-type-widened': {
    message: 'media type is {value}',
    effect: onlyRead,
    migration: 'Ask for the type that you read, with `Accept`.',
    reason: 'any type of the range may come',
  },
  'media-type-removed': {
    message: 'media type removed: {value}',
    effect: both,
    migration: 'Use another of the media types.',
  },
  'media-type-pushed': {
    message: 'media type added: {value}',
    effect: onlyRead,
    migration: 'Read {value} too.',
    reason: 'whoever is called cannot ask for another one',
  },
  'part-type-added': {
    message: 'media type of a part added: {value}',
    effect: onlyRead,
    migration: 'Handle {value}.',
  },
  'part-type-removed': {
    message: 'media type of a part removed: {value}',
    effect: onlySent,
    migration: 'Send another media type than {value}.',
  },
  'header-added': added,
  'header-removed': {
    message: 'removed',
    effect: both,
    migration: 'Do without it.',
  },
  'header-required': {
    message: 'is always sent',
    effect: onlySent,
    migration: 'Always send it.',
  },
  'header-optional': {
    message: 'may be missing',
    effect: onlyRead,
    migration: 'Handle responses without it.',
  },

  // ----- Responses
  'response-added': {
    message: 'status {value} added',
    effect: 'compatible',
    reason: 'errors are possible at any time',
  },
  'success-added': {
    message: 'status {value} added',
    effect: onlyRead,
    migration: 'Handle this status.',
    reason: 'programs take the listed successes for all of them',
  },
  'response-removed': {
    message: 'status {value} removed',
    effect: 'compatible',
    reason: 'an error that does not come',
  },
  'success-removed': {
    message: 'status {value} removed',
    effect: both,
    migration: 'Do not wait for this status.',
  },
  'link-added': added,
  'link-removed': {
    message: 'removed',
    effect: 'receiver',
    migration: 'Call the operation yourself.',
  },
  'link-changed': {
    message: '{after}, was {before}',
    effect: 'receiver',
    migration: 'Follow the new link.',
  },
  'link-renamed': {
    message: 'names its operation {after}, was {before}',
    effect: 'editorial',
  },

  // ----- Schemas
  schema: {
    message: '{value}',
    effect: 'values',
    migration: onlyValidValues,
  },
  reference: {
    message: 'is {after}, was {before}, which differs in {value}',
    effect: 'values',
    migration: onlyValidValues,
  },
  'property-added': {
    message: 'added',
    effect: 'compatible',
    reason: 'callers send, and read, only what is declared',
  },
  'property-added-required': {
    message: 'added and required',
    effect: { request: 'values', response: 'compatible' },
    migration: 'Always send it.',
  },
  'property-removed': removed,
  'property-required': {
    message: 'is required now',
    effect: { request: 'values', response: 'compatible' },
    migration: 'Always send it.',
  },
  'property-optional': {
    message: 'is optional now',
    effect: { request: 'compatible', response: 'values' },
    migration: 'Handle responses without it.',
  },
  'enum-value-added': {
    message: 'value added: {value}',
    effect: { request: 'compatible', response: 'source' },
    migration: 'Handle {value} where your program lists the values.',
    reason:
      'programs ignore unknown values; an exhaustive switch fails to compile',
  },
  'enum-value-removed': {
    message: 'value removed: {value}',
    effect: { request: 'values', response: 'source' },
    migration: {
      request: 'Send another value than {value}.',
      response: 'Remove {value} from your program.',
    },
  },
  'enum-removed': {
    message: 'any value is valid, was only {before}',
    effect: onlyRead,
    migration: 'Handle any value.',
    reason:
      'an enumeration may get further values, but only values of its kind',
  },
  'variant-added': {
    message: 'variant added: {value}',
    effect: { request: 'compatible', response: 'values' },
    migration: 'Handle {value}.',
  },
  'variant-removed': {
    message: 'variant removed: {value}',
    effect: { request: 'values', response: 'source' },
    migration: {
      request: 'Send another variant.',
      response: 'Remove {value} from your program.',
    },
    reason: 'the variant never comes; a program that names it fails to compile',
  },
  'xml-notation': {
    message: '`xml` is {after}, was {before}',
    effect: both,
    migration: {
      request: 'Write it in the new way.',
      response: 'Read it in the new way.',
    },
    reason: 'in XML, names and attributes follow it; in JSON it says nothing',
  },
  'default-added': {
    message: 'default is {after}, was none',
    effect: 'compatible',
  },
  'default-unused': {
    message: 'default is {after}, was {before}',
    effect: 'editorial',
    reason: 'the value is always sent, or never',
  },
  'default-changed': {
    message: 'default is {after}, was {before}',
    effect: both,
    migration: {
      request: 'Send {before} if you mean it.',
      response: 'Where it is absent, use {after}.',
    },
    reason: 'who omits it means the old default',
  },
  'discriminator-added': {
    message: 'discriminator added',
    effect: 'compatible',
  },
  'discriminator-changed': {
    message: 'discriminator is {after}, was {before}',
    effect: both,
    migration: 'Choose the variant by {after}.',
    reason: 'validity stays, but programs choose the variant by it',
  },
  'discriminator-removed': {
    message: 'no discriminator any more, was {before}',
    effect: both,
    migration: 'Find out the variant by its properties.',
    reason: 'validity stays, but programs choose the variant by it',
  },
  'secret-added': { message: 'is a secret', effect: 'compatible' },
  'secret-removed': {
    message: 'is no longer a secret',
    effect: both,
    migration: 'Redact it yourself if its value has been a secret.',
    reason: 'a program that redacts secrets shows it now',
  },

  // ----- Lifecycles
  'lifecycle-added': added,
  'lifecycle-removed': {
    message: 'removed',
    effect: both,
    migration: 'Do not rely on the order of states.',
  },
  'lifecycle-initial': {
    message: 'initial state is {after}, was {before}',
    effect: 'receiver',
    migration: 'Expect {after} first.',
  },
  'final-state-added': {
    message: 'final state added: {value}',
    effect: 'receiver',
    migration: 'Stop waiting at {value}.',
  },
  'final-state-removed': {
    message: '{value} is no longer final',
    effect: 'receiver',
    migration: 'Go on watching after {value}.',
  },
  'transition-added': {
    message: 'transition added: {value}',
    effect: 'compatible',
  },
  'transition-removed': {
    message: 'transition removed: {value}',
    effect: 'receiver',
    migration: 'Do not wait for {value}.',
  },
  'outcome-added': { message: 'outcome added: {value}', effect: 'compatible' },
  'outcome-changed': {
    message: 'outcome of {value} is {after}, was {before}',
    effect: 'sender',
    migration: 'Expect {after}.',
  },
  'outcome-removed': {
    message: 'outcome removed: {value}',
    effect: 'sender',
    migration: 'Do not rely on it.',
  },

  // ----- TypeScript
  'source-incompatible': {
    message:
      'a sample or README block of the last release no longer compiles: {value}',
    effect: 'source',
    migration: 'Change the program as the compiler says.',
    reason:
      'no change of the contract that needs an approval has the name that the compiler reports',
  },
} satisfies Readonly<Record<string, Row>>;

export type Rule = keyof typeof table;
export const rules: Readonly<Record<Rule, Row>> = table;
