/** What differs between the editions of the service. The recordings of the editions test this table. */
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import { type RequestModel, requests } from './models.ts';

/** An operation of the service that the contract does not have. */
export interface OtherOperation {
  readonly method: string;
  /** The query parameter without which it is rejected. */
  readonly requires?: string;
}

/** How an edition behaves. */
export interface Edition {
  /** The requests that it accepts; null if the contract decides. */
  readonly requests: Readonly<Record<string, RequestModel>> | null;
  /** Whether it serves the legacy operations. */
  readonly hasLegacy: boolean;
  /** Whether it serves V1 without a key. */
  readonly isKeyless: boolean;
  /** Its own operations that are none of the contract, by path: the first one of each, which `Allow` names. */
  readonly otherOperations: Readonly<Record<string, OtherOperation>>;
  /** Where it has settings of V1, which the contract does not have. */
  readonly settingsPath: string | null;
  /** Whether pages of every origin can call it, and not only those of this machine. */
  readonly allowsEveryOrigin: boolean;
  /** Whether it explains errors, and answers HEAD and OPTIONS. The service does neither. */
  readonly explains: boolean;
  /** Whether it reads a body without `Content-Type` as JSON. */
  readonly readsUntypedBodies: boolean;
  /** The largest `limit` that it can carry out: it fails beyond that. */
  readonly largestLimit: number;
  /** Whether it lists conversations without `ids`. */
  readonly listsAll: boolean;
  /** How many `ids` it carries out, and whether it fails beyond that or rejects the request. */
  readonly idLimit: number;
  readonly failsBeyondIdLimit: boolean;
  /** Whether it fails for a parent, a sandbox spec, a repository or a task that it does not know. */
  readonly failsForUnknown: boolean;
  /** Whether a start fails later for a first message that is not the user's. */
  readonly demandsMessagesOfUsers: boolean;
  /** Whether a start with a message fails later for an agent that plans in a relative working directory. */
  readonly plansInAbsoluteFolders: boolean;
  /** Whether it takes the id of a conversation from the request. */
  readonly takesConversationIds: boolean;
  /** Whether a sandbox that is started or resumed runs when the response comes. */
  readonly waitsForSandboxes: boolean;
  /** How many steps of a start task take as long as the start of a sandbox. */
  readonly stepsPerStartup: number;
  /** The servers in a sandbox, by name, with their ports. */
  readonly servers: Readonly<Record<string, number>>;
  /** Whether exposed URLs have a port. */
  readonly exposesPorts: boolean;
  /** The sandbox specs that it has; null for the contract's examples. */
  readonly sandboxSpecs: readonly SandboxSpec[] | null;
  /** Settings that it has in addition. */
  readonly settings: Partial<Settings>;
  /** The tags of a new app conversation. */
  readonly conversationTags: Readonly<Record<string, string>>;
  /** How many digits of its id the title of an app conversation has. */
  readonly digitsInTitles: number;
  /** Properties of an app conversation that it does not have. */
  readonly conversationLacks: readonly string[];
}

/** What all editions have in common. */
const service = {
  explains: false,
  largestLimit: 100,
  listsAll: false,
  idLimit: 99,
  failsForUnknown: true,
  demandsMessagesOfUsers: true,
  waitsForSandboxes: true,
  stepsPerStartup: 3,
  servers: { AGENT_SERVER: 8000 },
};

const ofSandboxes = {
  '/api/v1/sandboxes': { method: 'GET', requires: 'id' },
  '/api/v1/sandbox-specs': { method: 'GET', requires: 'id' },
  // It looks for the id of the path in the query.
  '/api/v1/sandboxes/{id}': { method: 'DELETE', requires: 'sandbox_id' },
};
const changes = {
  ...ofSandboxes,
  '/api/v1/app-conversations/{id}': { method: 'PATCH' },
};

const newestProperties = [
  'agent_kind',
  'tags',
  'acp_server',
  'launched_agent_profile',
];
const secondProperties = [
  'parent_conversation_id',
  'sub_conversation_ids',
  'public',
];

/** The editions by name. */
export const editions = {
  /** The contract: as tolerant as it is, with the shapes of the newest edition, and sandboxes that are containers. */
  documented: {
    requests: null,
    hasLegacy: true,
    isKeyless: false,
    otherOperations: {},
    settingsPath: null,
    allowsEveryOrigin: true,
    explains: true,
    readsUntypedBodies: false,
    largestLimit: Infinity,
    listsAll: true,
    idLimit: 100,
    failsBeyondIdLimit: false,
    failsForUnknown: false,
    demandsMessagesOfUsers: false,
    plansInAbsoluteFolders: false,
    takesConversationIds: true,
    waitsForSandboxes: false,
    stepsPerStartup: 10,
    servers: {
      AGENT_SERVER: 8000,
      VSCODE: 8001,
      WORKER_1: 8011,
      WORKER_2: 8012,
    },
    exposesPorts: true,
    sandboxSpecs: null,
    settings: {},
    conversationTags: {},
    digitsInTitles: 5,
    conversationLacks: [],
  },
  '0.62.0': {
    ...service,
    requests: requests['0.62.0'],
    hasLegacy: true,
    isKeyless: true,
    otherOperations: ofSandboxes,
    settingsPath: null,
    allowsEveryOrigin: false,
    readsUntypedBodies: true,
    failsBeyondIdLimit: true,
    plansInAbsoluteFolders: false,
    takesConversationIds: false,
    exposesPorts: false,
    sandboxSpecs: [specOf('d5995c3', '', { OH_ENABLE_VS_CODE: '0' })],
    settings: {},
    conversationTags: {},
    digitsInTitles: 32,
    conversationLacks: [...newestProperties, ...secondProperties],
  },
  '1.5.0': {
    ...service,
    requests: requests['1.5.0'],
    hasLegacy: true,
    isKeyless: false,
    otherOperations: changes,
    settingsPath: null,
    allowsEveryOrigin: false,
    readsUntypedBodies: true,
    failsBeyondIdLimit: false,
    plansInAbsoluteFolders: true,
    takesConversationIds: true,
    exposesPorts: true,
    sandboxSpecs: [specOf('1.12.0', '', { OH_ENABLE_VS_CODE: '0' })],
    settings: { user_version: null, v1_enabled: true },
    conversationTags: {},
    digitsInTitles: 5,
    conversationLacks: newestProperties,
  },
  '1.11.0': {
    ...service,
    requests: requests['1.11.0'],
    hasLegacy: false,
    isKeyless: false,
    otherOperations: { ...changes, '/api/v1/settings': { method: 'GET' } },
    settingsPath: '/api/v1/settings',
    allowsEveryOrigin: true,
    readsUntypedBodies: false,
    failsBeyondIdLimit: false,
    plansInAbsoluteFolders: true,
    takesConversationIds: true,
    exposesPorts: true,
    sandboxSpecs: [
      specOf('1.34.0', '.', {
        TMUX_TMPDIR: '/tmp/openhands-tmux',
        OH_ENABLE_VS_CODE: '0',
      }),
    ],
    settings: { user_version: null, v1_enabled: true },
    conversationTags: { archiveworkspacepath: '.' },
    digitsInTitles: 5,
    conversationLacks: [],
  },
} satisfies Readonly<Record<string, Edition>>;

/** The name of an edition that the mock behaves like. */
export type EditionName = keyof typeof editions;

/** Returns an edition. */
export function editionOf(name: EditionName = 'documented'): Edition {
  return editions[name];
}

/** Returns the only spec of an edition whose sandboxes are processes. */
function specOf(
  version: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): SandboxSpec {
  return {
    id: `ghcr.io/openhands/agent-server:${version}-python`,
    command: ['python', '-m', 'openhands.agent_server'],
    created_at: '2026-01-01T00:00:00.000000Z',
    initial_env: environment,
    working_dir: folder,
  };
}

/** Whether an operation belongs to the legacy generation. */
export function isLegacy(id: OperationId): boolean {
  return id === 'createConversation' || id === 'getSettings';
}
