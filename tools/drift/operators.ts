/** The operators on the contract, by the gate that must report them. */
import { isObject, textOf } from '@agent-conversation/contract';
import type { GateName } from './gates.ts';
import {
  fileOf,
  having,
  inFiles,
  inMain,
  inPaths,
  inSchemas,
  isOperation,
  isParameter,
  isProperty,
  keyWord,
  type Location,
  type Operator,
  rename,
  replace,
  requireKey,
  rootOf,
  set,
  valueWord,
  wordOf,
} from './operator.ts';

/** Operators by gate and by their names. */
export type Operators = Readonly<
  Partial<Record<GateName, Readonly<Record<string, Operator>>>>
>;

const hasRequired = (location: Location) =>
  rootOf(location)['required'] !== undefined;

function isDocumented(location: Location): boolean {
  const { 'x-provenance': provenance, 'x-decision': decision } =
    rootOf(location);
  return provenance === 'documented' && decision === undefined;
}

export const operators: Operators = {
  diff: {
    removesAnOperation: {
      applies: isOperation,
    },
    addsAnOperation: {
      applies: isOperation,
      change(document, location) {
        const operationId = `${wordOf(location)}Twice`;
        document.set(
          'patch',
          document.createNode({ ...location.fields, operationId }),
        );
      },
      words: (location) => [`${wordOf(location)}Twice`],
    },
    renamesAnOperationId: {
      applies: inPaths('operationId'),
      change: replace((name) => `${name}Renamed`),
      words: ({ value }) => [`${textOf(value)}Renamed`],
    },
    renamesAPath: {
      applies: inMain('/paths/*'),
      change: rename((path) => `${path}-renamed`),
      words: ({ key }) => [`${key}-renamed`],
    },
    renamesAParameter: {
      applies: having(isParameter, { in: 'query' }),
      change: (document, location) =>
        document.set('name', `${wordOf(location)}_renamed`),
      words: (location) => [`${wordOf(location)}_renamed`],
    },
    changesAStatus: {
      applies: inPaths('responses/200'),
      change: rename(() => '201'),
      words: ['201'],
    },
    dropsTheContentOfAResponse: {
      applies: inFiles('/responses/')('content'),
    },
    removesAProperty: {
      applies: isProperty,
    },
    dropsARequiredEntry: {
      applies: inSchemas('/required/*'),
      words: valueWord,
    },
    makesAPropertyRequired: {
      applies: (location) =>
        inSchemas('/properties/*')(location) && !hasRequired(location),
      change: requireKey,
    },
    changesAType: {
      applies: having(isProperty, { type: 'string' }),
      change: set({ type: 'integer' }),
    },
    allowsNullNoLonger: {
      applies: inSchemas('properties/*/type/1'),
    },
    allowsNull: {
      applies: having(isProperty, {
        type: 'string',
        enum: undefined,
        const: undefined,
      }),
      change: set({ type: ['string', 'null'] }),
    },
    removesAnEnumValue: {
      applies: inSchemas('enum/*'),
      words: valueWord,
    },
    shiftsABound: {
      applies: inFiles('/components/')('(minimum|maximum|maxItems)'),
      change: replace((bound) => Number(bound) + 1),
    },
    removesAFormat: {
      applies: inSchemas('properties/*/format'),
    },
    changesADefault: {
      applies: inFiles('/components/')('default'),
      change: replace((text) => `${text}_`),
    },
    redirectsAReference: {
      applies: (location) =>
        isProperty(location) && location.fields['$ref'] !== undefined,
      change: set({ $ref: 'LegacyErrorBody.yaml' }),
    },
    dropsABranchOfAChoice: {
      applies: inSchemas('(anyOf|oneOf)/1'),
    },
    requiresAParameter: {
      applies: having(isParameter, { required: false }),
      change: set({ required: true }),
    },
    changesTheStyleOfAParameter: {
      applies: having(isParameter, { explode: true }),
      change: set({ explode: false }),
    },
    changesTheAddressOfTheServer: {
      applies: inMain('variables/*/default'),
      change: replace(() => 'http://localhost:9999'),
      words: ['localhost:9999'],
    },
    breaksARequestInAPatchRelease: {
      applies: (location) =>
        inFiles('Request.yaml')('/properties/*')(location) &&
        !hasRequired(location),
      change: requireKey,
      changeset: 'patch',
      words: ['.changeset/drift.md'],
    },
    annotatesASecretNoLonger: {
      applies: inSchemas('x-secret'),
      words: ['secret'],
    },
    removesAnEdgeOfALifecycle: {
      applies: inSchemas('x-lifecycle/transitions/*'),
      words: ({ fields }) => [textOf(fields['from']), textOf(fields['to'])],
    },
    changesARetryPolicy: {
      applies: having(isOperation, { 'x-retry': 'safe' }),
      change: set({ 'x-retry': 'unsent' }),
      words: (location) => [wordOf(location), 'retry'],
    },
    breaksClientsWithoutAnApproval: {
      applies: inFiles('/Settings.yaml')('/properties/*'),
      changeset: 'major',
      words: ({ key }) => ['approval', key],
    },
    changesTheVersionByHand: {
      applies: inMain('/info/version'),
      change: replace(() => '9.9.9'),
      words: ['9.9.9'],
    },
  },
  lint: {
    removesADocumentedOperation: {
      applies: having(isOperation, { 'x-provenance': 'documented' }),
      words: ({ key }) => ['contract-documented', `\`${key}\``],
    },
    removesThe422OfAnOperation: {
      applies: inPaths('responses/422'),
      words: keyWord,
    },
    changesAMediaType: {
      applies: inFiles('')('content/*~1*'),
      change: rename(() => 'text/json'),
      words: ['text/json'],
    },
    removesADocumentedProperty: {
      applies: (location) =>
        having(isProperty, { 'x-provenance': undefined })(location) &&
        isDocumented(location),
    },
    requiresAPropertyThatIsNotDescribed: {
      applies: inSchemas('/required/*'),
      change: replace(() => 'nowhere'),
      words: ['nowhere'],
    },
    misspellsAnEnumValue: {
      applies: inSchemas('/x-enumDescriptions'),
      change: (document) => document.setIn(['enum', 0], 'MISSPELT'),
    },
    closesAnObject: {
      applies: inSchemas('/properties'),
      change: (document) => document.set('additionalProperties', false),
    },
    removesTheSecurityOfAnOperation: {
      applies: inPaths('security'),
      words: keyWord,
    },
    renamesTheHeaderOfTheKey: {
      applies: inMain('securitySchemes/*/name'),
      change: replace(() => 'X-Other-Key'),
      words: valueWord,
    },
    makesAnExampleInvalid: {
      applies: (location) =>
        inFiles('/examples/')('/value')(location) && isObject(location.value),
      change: set({ surplus: 1 }),
      words: ['surplus'],
    },
    removesAnExample: {
      applies: inPaths('examples/*'),
      words: keyWord,
    },
    emptiesASummary: {
      applies: inPaths('summary'),
      change: replace(() => ''),
      words: keyWord,
    },
    removesTheDescriptionOfAProperty: {
      applies: inSchemas('properties/*/description'),
      words: keyWord,
    },
    removesTheDialectOfTheSchemas: {
      applies: inMain('/jsonSchemaDialect'),
      words: keyWord,
    },
    leavesAnOperationInAStateOpen: {
      applies: inSchemas('x-lifecycle/unchanged/*'),
      words: ({ fields }) => [
        textOf(fields['operation']),
        textOf(fields['in']),
      ],
    },
    removesAProvenance: {
      applies: inSchemas('/x-provenance'),
      words: keyWord,
    },
    cutsOffADescription: {
      applies: inSchemas('/description'),
      change: replace(() => 'The state of the'),
      words: ['description'],
    },
    usesAnUndeclaredTag: {
      applies: inPaths('tags/*'),
      change: replace(() => 'Undeclared'),
      words: ['tag'],
    },
    setsMinimumLengthsAboveTheMaximum: {
      applies: having(isProperty, { type: 'string' }),
      change: set({ minLength: 9, maxLength: 8 }),
      words: ['contract-satisfiable'],
    },
    setsADefaultThatTheSchemaRejects: {
      applies: inSchemas('default'),
      change: replace(() => []),
      words: ['contract-defaults'],
    },
    allowsNullByNullable: {
      applies: having(inSchemas('/properties/*'), { type: 'string' }),
      change: set({ nullable: true }),
      words: ['contract-nulls', 'nullable'],
    },
    addsAPatternThatTakesExponentialTime: {
      applies: having(inSchemas('/properties/*'), { type: 'string' }),
      change: set({ pattern: '^(a+)+$' }),
      words: ['contract-patterns'],
    },
    addsAPropertyWithoutProvenance: {
      applies: (location) =>
        inSchemas('/properties')(location) && isDocumented(location),
      change: set({ theme: { description: 'Color scheme.', type: 'string' } }),
      words: ['contract-documented', 'theme'],
    },
    statesThatASafeRetryIsNotIdempotent: {
      applies: having(isOperation, { 'x-retry': 'safe' }),
      change: set({ description: 'Pauses it. Not idempotent.' }),
      words: ['contract-retry-texts'],
    },
    callsAnUnknownOperationInAWorkflow: {
      applies: inFiles('/workflows/')('operationId'),
      change: replace((operationId) => `${operationId}es`),
      words: (location) => [
        fileOf(location),
        `did you mean \`${textOf(location.value)}\``,
      ],
    },
    hasAKeyInAComment: {
      applies: inSchemas(''),
      change(document) {
        document.commentBefore =
          " curl -H 'X-Session-API-Key: 8f3a9c1e7d5b4f2a'";
      },
      words: (location) => [location.source.file, 'contract/secrets'],
    },
    statesAnotherRateLimit: {
      applies: inFiles('/TooManyRequests.yaml')('/description'),
      change: replace((text) => text.replace('10 requests', '100 requests')),
      words: ['TooManyRequests.yaml', 'contract-quantities', '100 a second'],
    },
  },
  validators: {
    removesADiscriminator: {
      applies: inSchemas('discriminator'),
    },
    hasAPatternThatDoesNotCompile: {
      applies: having(isProperty, { type: 'string' }),
      change: set({ pattern: '(' }),
      words: ['Invalid regular expression'],
    },
  },
  expected: {
    rejectsWhatAnEditionAccepted: {
      applies: inFiles('/ImageContent.yaml')('/required'),
      change: (document, { path }) => document.addIn(path, 'type'),
      words: ['startAppConversation/image-part-without-type'],
    },
    lacksWhatAnEditionResponded: {
      applies: (location) =>
        inFiles('/SandboxStatus.yaml')('/enum/*')(location) &&
        location.value === 'MISSING',
      words: ['searchSandboxes/missing'],
    },
  },
};
