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
      id: 'A1',
      applies: isOperation,
    },
    addsAnOperation: {
      id: 'A2',
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
      id: 'A3',
      applies: inPaths('operationId'),
      change: replace((name) => `${name}Renamed`),
      words: ({ value }) => [`${textOf(value)}Renamed`],
    },
    renamesAPath: {
      id: 'A4',
      applies: inMain('/paths/*'),
      change: rename((path) => `${path}-renamed`),
      words: ({ key }) => [`${key}-renamed`],
    },
    renamesAParameter: {
      id: 'A4',
      applies: having(isParameter, { in: 'query' }),
      change: (document, location) =>
        document.set('name', `${wordOf(location)}_renamed`),
      words: (location) => [`${wordOf(location)}_renamed`],
    },
    changesAStatus: {
      id: 'A6',
      applies: inPaths('responses/200'),
      change: rename(() => '201'),
      words: ['201'],
    },
    dropsTheContentOfAResponse: {
      id: 'A8',
      applies: inFiles('/responses/')('content'),
    },
    removesAProperty: {
      id: 'A9',
      applies: isProperty,
    },
    dropsARequiredEntry: {
      id: 'A11',
      applies: inSchemas('/required/*'),
      words: valueWord,
    },
    makesAPropertyRequired: {
      id: 'A12',
      applies: (location) =>
        inSchemas('/properties/*')(location) && !hasRequired(location),
      change: requireKey,
    },
    changesAType: {
      id: 'A13',
      applies: having(isProperty, { type: 'string' }),
      change: set({ type: 'integer' }),
    },
    allowsNullNoLonger: {
      id: 'A14',
      applies: inSchemas('properties/*/type/1'),
    },
    allowsNull: {
      id: 'A14',
      applies: having(isProperty, {
        type: 'string',
        enum: undefined,
        const: undefined,
      }),
      change: set({ type: ['string', 'null'] }),
    },
    removesAnEnumValue: {
      id: 'A15',
      applies: inSchemas('enum/*'),
      words: valueWord,
    },
    shiftsABound: {
      id: 'A16',
      applies: inFiles('/components/')('(minimum|maximum|maxItems)'),
      change: replace((bound) => Number(bound) + 1),
    },
    removesAFormat: {
      id: 'A17',
      applies: inSchemas('properties/*/format'),
    },
    changesADefault: {
      id: 'A18',
      applies: inFiles('/components/')('default'),
      change: replace((text) => `${text}_`),
    },
    redirectsAReference: {
      id: 'A20',
      applies: (location) =>
        isProperty(location) && location.fields['$ref'] !== undefined,
      change: set({ $ref: 'LegacyErrorBody.yaml' }),
    },
    dropsABranchOfAChoice: {
      id: 'A21',
      applies: inSchemas('(anyOf|oneOf)/1'),
    },
    requiresAParameter: {
      id: 'A22',
      applies: having(isParameter, { required: false }),
      change: set({ required: true }),
    },
    changesTheStyleOfAParameter: {
      id: 'A22',
      applies: having(isParameter, { explode: true }),
      change: set({ explode: false }),
    },
    changesTheAddressOfTheServer: {
      id: 'A29',
      applies: inMain('variables/*/default'),
      change: replace(() => 'http://localhost:9999'),
      words: ['localhost:9999'],
    },
    breaksARequestInAPatchRelease: {
      id: 'A30',
      applies: (location) =>
        inFiles('Request.yaml')('/properties/*')(location) &&
        !hasRequired(location),
      change: requireKey,
      changeset: 'patch',
      words: ['.changeset/drift.md'],
    },
    annotatesASecretNoLonger: {
      id: 'A31',
      applies: inSchemas('x-secret'),
      words: ['secret'],
    },
    removesAnEdgeOfALifecycle: {
      id: 'A32',
      applies: inSchemas('x-lifecycle/transitions/*'),
      words: ({ fields }) => [textOf(fields['from']), textOf(fields['to'])],
    },
    changesARetryPolicy: {
      id: 'A33',
      applies: having(isOperation, { 'x-retry': 'safe' }),
      change: set({ 'x-retry': 'unsent' }),
      words: (location) => [wordOf(location), 'retry'],
    },
    breaksClientsWithoutAnApproval: {
      id: 'A34',
      applies: inFiles('/Settings.yaml')('/properties/*'),
      changeset: 'major',
      words: ({ key }) => ['approval', key],
    },
    changesTheVersionByHand: {
      id: 'A35',
      applies: inMain('/info/version'),
      change: replace(() => '9.9.9'),
      words: ['9.9.9'],
    },
  },
  lint: {
    removesADocumentedOperation: {
      id: 'A1',
      applies: having(isOperation, { 'x-provenance': 'documented' }),
      words: ({ key }) => ['contract-documented', `\`${key}\``],
    },
    removesThe422OfAnOperation: {
      id: 'A6',
      applies: inPaths('responses/422'),
      words: keyWord,
    },
    changesAMediaType: {
      id: 'A7',
      applies: inFiles('')('content/*~1*'),
      change: rename(() => 'text/json'),
      words: ['text/json'],
    },
    removesADocumentedProperty: {
      id: 'A9',
      applies: (location) =>
        having(isProperty, { 'x-provenance': undefined })(location) &&
        isDocumented(location),
    },
    requiresAPropertyThatIsNotDescribed: {
      id: 'A12',
      applies: inSchemas('/required/*'),
      change: replace(() => 'nowhere'),
      words: ['nowhere'],
    },
    misspellsAnEnumValue: {
      id: 'A15',
      applies: inSchemas('/x-enumDescriptions'),
      change: (document) => document.setIn(['enum', 0], 'MISSPELT'),
    },
    closesAnObject: {
      id: 'A19',
      applies: inSchemas('/properties'),
      change: (document) => document.set('additionalProperties', false),
    },
    removesTheSecurityOfAnOperation: {
      id: 'A23',
      applies: inPaths('security'),
      words: keyWord,
    },
    renamesTheHeaderOfTheKey: {
      id: 'A23',
      applies: inMain('securitySchemes/*/name'),
      change: replace(() => 'X-Other-Key'),
      words: valueWord,
    },
    makesAnExampleInvalid: {
      id: 'A24',
      applies: (location) =>
        inFiles('/examples/')('/value')(location) && isObject(location.value),
      change: set({ surplus: 1 }),
      words: ['surplus'],
    },
    removesAnExample: {
      id: 'A25',
      applies: inPaths('examples/*'),
      words: keyWord,
    },
    emptiesASummary: {
      id: 'A26',
      applies: inPaths('summary'),
      change: replace(() => ''),
      words: keyWord,
    },
    removesTheDescriptionOfAProperty: {
      id: 'A26',
      applies: inSchemas('properties/*/description'),
      words: keyWord,
    },
    removesTheDialectOfTheSchemas: {
      id: 'A27',
      applies: inMain('/jsonSchemaDialect'),
      words: keyWord,
    },
    leavesAnOperationInAStateOpen: {
      id: 'A32',
      applies: inSchemas('x-lifecycle/unchanged/*'),
      words: ({ fields }) => [
        textOf(fields['operation']),
        textOf(fields['in']),
      ],
    },
    removesAProvenance: {
      id: 'A33',
      applies: inSchemas('/x-provenance'),
      words: keyWord,
    },
    cutsOffADescription: {
      id: 'A36',
      applies: inSchemas('/description'),
      change: replace(() => 'The state of the'),
      words: ['description'],
    },
    usesAnUndeclaredTag: {
      id: 'A36',
      applies: inPaths('tags/*'),
      change: replace(() => 'Undeclared'),
      words: ['tag'],
    },
    setsMinimumLengthsAboveTheMaximum: {
      id: 'A37',
      applies: having(isProperty, { type: 'string' }),
      change: set({ minLength: 9, maxLength: 8 }),
      words: ['contract-satisfiable'],
    },
    setsADefaultThatTheSchemaRejects: {
      id: 'A37',
      applies: inSchemas('default'),
      change: replace(() => []),
      words: ['contract-defaults'],
    },
    allowsNullByNullable: {
      id: 'A37',
      applies: having(inSchemas('/properties/*'), { type: 'string' }),
      change: set({ nullable: true }),
      words: ['contract-nulls', 'nullable'],
    },
    addsAPatternThatTakesExponentialTime: {
      id: 'A37',
      applies: having(inSchemas('/properties/*'), { type: 'string' }),
      change: set({ pattern: '^(a+)+$' }),
      words: ['contract-patterns'],
    },
    addsAPropertyWithoutProvenance: {
      id: 'A38',
      applies: (location) =>
        inSchemas('/properties')(location) && isDocumented(location),
      change: set({ theme: { description: 'Color scheme.', type: 'string' } }),
      words: ['contract-documented', 'theme'],
    },
    statesThatASafeRetryIsNotIdempotent: {
      id: 'A38',
      applies: having(isOperation, { 'x-retry': 'safe' }),
      change: set({ description: 'Pauses it. Not idempotent.' }),
      words: ['contract-retry-texts'],
    },
    callsAnUnknownOperationInAWorkflow: {
      id: 'G22',
      applies: inFiles('/workflows/')('operationId'),
      change: replace((operationId) => `${operationId}es`),
      words: (location) => [
        fileOf(location),
        `did you mean \`${textOf(location.value)}\``,
      ],
    },
    hasAKeyInAComment: {
      id: 'G24',
      applies: inSchemas(''),
      change(document) {
        document.commentBefore =
          " curl -H 'X-Session-API-Key: 8f3a9c1e7d5b4f2a'";
      },
      words: (location) => [location.source.file, 'contract/secrets'],
    },
    statesAnotherRateLimit: {
      id: 'G25',
      applies: inFiles('/TooManyRequests.yaml')('/description'),
      change: replace((text) => text.replace('10 requests', '100 requests')),
      words: ['TooManyRequests.yaml', 'contract-quantities', '100 a second'],
    },
  },
  validators: {
    removesADiscriminator: {
      id: 'A21',
      applies: inSchemas('discriminator'),
    },
    hasAPatternThatDoesNotCompile: {
      id: 'A28',
      applies: having(isProperty, { type: 'string' }),
      change: set({ pattern: '(' }),
      words: ['Invalid regular expression'],
    },
  },
  expected: {
    rejectsWhatAnEditionAccepted: {
      id: 'G20',
      applies: inFiles('/ImageContent.yaml')('/required'),
      change: (document, { path }) => document.addIn(path, 'type'),
      words: ['startAppConversation/image-part-without-type'],
    },
    lacksWhatAnEditionResponded: {
      id: 'G21',
      applies: (location) =>
        inFiles('/SandboxStatus.yaml')('/enum/*')(location) &&
        location.value === 'MISSING',
      words: ['searchSandboxes/missing'],
    },
  },
};
