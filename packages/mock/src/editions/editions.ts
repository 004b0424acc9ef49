/** What differs between the editions of the service. The recordings of the editions test this table. */
import type { OperationId } from '@agent-conversation/validators';
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import { type RequestModel, requests } from './models.ts';

/** An operation of the service that the contract does not have. */
export interface OtherOperation {
  readonly method: string;
  /** The query parameter without which it is rejected. */
  readonly requires?: string;
}

/** How an edition behaves. */
export interface Edition {
  /** The requests that it accepts; the contract decides if it has none. */
  readonly requests?: Readonly<Record<string, RequestModel>> | undefined;
  /** Whether it serves the legacy operations. */
  readonly hasLegacy: boolean;
  /** Whether it serves V1 without a key. */
  readonly isKeyless: boolean;
  /** Its own operations that are none of the contract, by path: the first one of each, which `Allow` names. */
  readonly otherOperations: Readonly<Record<string, OtherOperation>>;
  /** Whether pages of every origin can call it, and not only those of this machine. */
  readonly allowsEveryOrigin: boolean;
  /** Whether it reads a body without `Content-Type` as JSON. */
  readonly readsUntypedBodies: boolean;
  /** How it rejects paths, methods and slashes at the end: as the service, or with an explanation. */
  readonly explains: boolean;
  /** The largest `limit` that it can carry out: it fails beyond that. */
  readonly largestLimit: number;
  /** Whether it lists conversations without `ids`. */
  readonly listsAll: boolean;
  /** How many `ids` it carries out, and whether it fails beyond that or rejects the request. */
  readonly idLimit: number;
  readonly failsBeyondIdLimit: boolean;
  /** Whether it fails for a parent, a sandbox spec or a task that it does not know. */
  readonly failsForUnknown: boolean;
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
  /** The sandbox specs that it has; the contract's examples if it names none. */
  readonly sandboxSpecs?: readonly SandboxSpec[] | undefined;
  /** Settings that it shows beside those of the contract's example, and those that it does not show. */
  readonly settings: Partial<Settings>;
  readonly settingsLack: readonly (keyof Settings)[];
  /** The tags of a new app conversation. */
  readonly conversationTags: Readonly<Record<string, string>>;
  /** Properties of an app conversation that it does not have. */
  readonly conversationLacks: readonly string[];
  /** How it shows the secrets in the request of a start task. */
  readonly secretMask: string;
}

/** Returns the only spec of an edition whose sandboxes are processes. */
function specOf(version: string, folder: string, environment: SandboxSpec['initial_env']) {
  return {
    id: `ghcr.io/openhands/agent-server:${version}-python`,
    command: ['python', '-m', 'openhands.agent_server'],
    created_at: '2026-01-01T00:00:00.000000Z',
    initial_env: environment,
    working_dir: folder,
  } as SandboxSpec;
}

const newest = {
  requests: requests['1.11.0'],
  hasLegacy: false,
  isKeyless: false,
  otherOperations: {
    '/api/v1/sandboxes': { method: 'GET', requires: 'id' },
    '/api/v1/sandboxes/{id}': { method: 'DELETE' },
    '/api/v1/sandbox-specs': { method: 'GET', requires: 'id' },
    '/api/v1/app-conversations/{id}': { method: 'PATCH' },
  },
  allowsEveryOrigin: true,
  readsUntypedBodies: false,
  explains: false,
  largestLimit: 100,
  listsAll: false,
  idLimit: 99,
  failsBeyondIdLimit: false,
  failsForUnknown: true,
  takesConversationIds: true,
  waitsForSandboxes: true,
  stepsPerStartup: 3,
  servers: { AGENT_SERVER: 8000 },
  exposesPorts: true,
  sandboxSpecs: [
    specOf('1.34.0', '.', { TMUX_TMPDIR: '/tmp/openhands-tmux', OH_ENABLE_VS_CODE: '0' }),
  ],
  settings: {},
  settingsLack: [],
  conversationTags: { archiveworkspacepath: '.' },
  conversationLacks: [],
  secretMask: '**********',
} satisfies Edition;

const newestProperties = ['agent_kind', 'tags', 'acp_server', 'launched_agent_profile'];

const second = {
  ...newest,
  requests: requests['1.5.0'],
  hasLegacy: true,
  allowsEveryOrigin: false,
  readsUntypedBodies: true,
  largestLimit: 100,
  sandboxSpecs: [specOf('1.12.0', '', { OH_ENABLE_VS_CODE: '0' })],
  settings: { user_version: null, v1_enabled: true },
  conversationLacks: newestProperties,
} satisfies Edition;

const first = {
  ...second,
  requests: requests['0.62.0'],
  isKeyless: true,
  otherOperations: {
    '/api/v1/sandboxes': { method: 'GET', requires: 'id' },
    '/api/v1/sandbox-specs': { method: 'GET', requires: 'id' },
  },
  failsBeyondIdLimit: true,
  sandboxSpecs: [specOf('d5995c3', '', { OH_ENABLE_VS_CODE: '0' })],
  settings: {},
  settingsLack: ['user_version', 'v1_enabled'],
  takesConversationIds: false,
  exposesPorts: false,
  conversationLacks: [
    ...newestProperties,
    'parent_conversation_id',
    'sub_conversation_ids',
    'public',
  ],
} satisfies Edition;

/** The contract: as tolerant as it is, with the shapes of the newest edition, and sandboxes that are containers. */
const documented = {
  ...newest,
  requests: undefined,
  hasLegacy: true,
  otherOperations: {},
  explains: true,
  listsAll: true,
  idLimit: 100,
  failsForUnknown: false,
  waitsForSandboxes: false,
  stepsPerStartup: 10,
  sandboxSpecs: undefined,
  settings: {},
  conversationTags: {},
  servers: { AGENT_SERVER: 8000, VSCODE: 8001, WORKER_1: 8011, WORKER_2: 8012 },
};

/** The editions by name. */
export const editions = {
  documented,
  '0.62.0': first,
  '1.5.0': second,
  '1.11.0': newest,
} satisfies Readonly<Record<string, Edition>>;

/** The name of an edition that the mock behaves like. */
export type EditionName = keyof typeof editions;

/** Returns an edition. */
export function editionOf(name: EditionName = 'documented'): Edition {
  return editions[name];
}

/** The start request whose defaults a start task repeats, where the contract decides. */
export const newestStartRequest = requests['1.11.0'].startAppConversation.body;

/** Whether an operation belongs to the legacy generation. */
export function isLegacy(id: OperationId): boolean {
  return id === 'createConversation' || id === 'getSettings';
}
