/** The editions of the service, and what each is known to do differently than the contract. */
import {
  childrenOf,
  isObject,
  jsonOf,
  objectOf,
  stepsOf,
  valueAt,
} from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { validators } from '../contract.ts';
import type { DeviationName, Exchange, Violation } from './exchange.ts';

/** The editions that were recorded, from the oldest to the newest. */
export const editions = ['0.62.0', '1.5.0', '1.11.0'] as const;

/** A version of the service. */
export type Edition = (typeof editions)[number];

/** A way in which editions are known to differ from the contract, and the violations that it explains. */
export interface Deviation extends DeviationName {
  /** The first and the last edition that has it; by default the oldest and the newest. */
  readonly since?: Edition;
  readonly until?: Edition;
  /** What these editions do, as a sentence. */
  readonly description: string;
  /** The operations; undefined for a path or method that is none. */
  readonly operations: readonly (OperationId | undefined)[];
  /** The generation that the editions do not have, if that is the deviation. */
  readonly absent?: 'v0' | 'v1';
  /** The status of the response, if it is always the same. */
  readonly status?: number;
  /** The keywords of the violations. */
  readonly keywords: readonly string[];
  /** The part of the response that has the violations, if it is always the same. */
  readonly part?: Violation['part'];
  /** The requests; by default all of them. */
  readonly isOf?: (request: RequestFacts, edition: Edition) => boolean;
}

/** What deviations look for in a request. */
export interface RequestFacts {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The properties of the JSON of the body. Not as the private package has them: this declaration is published. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The ids of the sandbox specs that the server has listed. */
  readonly specs: ReadonlySet<string>;
  /** What is wrong with its query and body under the contract. */
  readonly wrong: readonly WrongValue[];
}

/** A value of a request that violates the contract. */
interface WrongValue {
  /** The location in the query or the body, as a JSON Pointer. */
  readonly pointer: string;
  readonly keyword: string;
  /** What the contract requires, such as `must be an integer`. */
  readonly message: string;
  readonly value: unknown;
}

const v1Operations: readonly OperationId[] = [
  'listAppConversations',
  'startAppConversation',
  'startSandbox',
  'searchSandboxes',
  'pauseSandbox',
  'resumeSandbox',
  'searchSandboxSpecs',
];

/** The properties of a start request that only later editions read. */
const unreadBy: Readonly<Partial<Record<Edition, readonly string[]>>> = {
  '0.62.0': [
    'conversation_id',
    'system_message_suffix',
    'suggested_task',
    'parent_conversation_id',
    'agent_type',
    'public',
    'plugins',
    'agent_profile_id',
    'secrets',
  ],
  '1.5.0': ['agent_profile_id', 'secrets'],
};

/** The git providers that 0.62.0 does not know. */
const newerProviders: readonly unknown[] = [
  'bitbucket_data_center',
  'forgejo',
  'azure_devops',
];

/** The failure of an edition on a request that the contract allows. */
const failure = { status: 500, keywords: ['server-error'] };

/** The table. A new entry needs the decision that describes it. */
const deviations: readonly Deviation[] = [
  {
    name: 'v1-without-key',
    decision: 'D29',
    until: '0.62.0',
    description: 'V1 needs no key, and accepts any.',
    operations: v1Operations,
    part: 'security',
    keywords: ['accepted', 'key', 'isolation'],
  },
  {
    name: 'limit-unbounded',
    decision: 'D50',
    until: '1.5.0',
    description: 'A `limit` above 100 fails with 500.',
    operations: ['searchSandboxes', 'searchSandboxSpecs'],
    ...failure,
    isOf: ({ query }) => Number(query.get('limit')) > 100,
  },
  {
    name: 'many-ids-fail',
    decision: 'D45',
    until: '0.62.0',
    description: '100 ids or more fail with 500.',
    operations: ['listAppConversations'],
    ...failure,
    isOf: ({ query }) => query.getAll('ids').length >= 100,
  },
  {
    name: 'unknown-spec-fails',
    decision: 'D12',
    description: 'An unknown sandbox spec fails with 500.',
    operations: ['startSandbox'],
    ...failure,
    isOf: ({ query, specs }) =>
      query.has('sandbox_spec_id') && !specs.has(query.get('sandbox_spec_id')!),
  },
  {
    name: 'unknown-parent-fails',
    decision: 'D50',
    since: '1.5.0',
    description: 'An unknown `parent_conversation_id` fails with 500.',
    operations: ['startAppConversation'],
    ...failure,
    isOf: ({ body }) => typeof body['parent_conversation_id'] === 'string',
  },
  {
    name: 'suggested-task-fails',
    decision: 'D50',
    description:
      'A suggested task fails with 500 beside an initial message, and wherever the prompts of the tasks are not found.',
    operations: ['startAppConversation', 'createConversation'],
    ...failure,
    isOf: ({ body }) => isObject(body['suggested_task']),
  },
  {
    name: 'repository-without-provider-fails',
    decision: 'D50',
    until: '1.5.0',
    description:
      'A legacy conversation with a repository fails with 500 while no git provider is set.',
    operations: ['createConversation'],
    ...failure,
    isOf: ({ body }) => namesRepository(body),
  },
  {
    name: 'lone-surrogate-fails',
    decision: 'D50',
    description:
      'A text with half a surrogate pair, as an escape of JSON, fails with 500.',
    operations: ['startAppConversation', 'createConversation'],
    ...failure,
    isOf: ({ body }) => hasLoneSurrogate(body),
  },
  {
    name: 'newer-git-providers-rejected',
    decision: 'D37',
    until: '0.62.0',
    description: 'The git providers that came later get 422.',
    operations: ['startAppConversation', 'createConversation'],
    status: 422,
    keywords: ['rejected'],
    isOf: ({ body }) => namesNewerProvider(body),
  },
  {
    name: 'newer-trigger-rejected',
    decision: 'D01',
    until: '1.5.0',
    description: 'The trigger `automation`, which came later, gets 422.',
    operations: ['startAppConversation'],
    status: 422,
    keywords: ['rejected'],
    isOf: ({ body }) => body['trigger'] === 'automation',
  },
  {
    name: 'newer-properties-ignored',
    decision: 'D43',
    until: '1.5.0',
    description:
      'The properties of a start request that came later are not read.',
    operations: ['startAppConversation'],
    status: 200,
    part: 'status',
    keywords: ['accepted', 'status'],
    isOf: ({ wrong }, edition) =>
      wrong.length > 0 &&
      wrong.every(({ pointer }) => isUnread(pointer, edition)),
  },
  {
    name: 'conversation-id-ignored',
    decision: 'D18',
    until: '0.62.0',
    description: 'The `conversation_id` of a start request is not read.',
    operations: ['startAppConversation'],
    status: 200,
    keywords: ['status', 'shown'],
    isOf: ({ body }) => typeof body['conversation_id'] === 'string',
  },
  {
    name: 'values-converted',
    decision: 'D46',
    description:
      'Some values of another type are read, such as "yes" as true, and of a repeated parameter the last one.',
    operations: [...v1Operations, 'createConversation'],
    status: 200,
    part: 'status',
    keywords: ['accepted'],
    isOf: ({ wrong }) => wrong.length > 0 && wrong.every(isConverted),
  },
  {
    name: 'content-type-optional',
    decision: 'D46',
    until: '1.5.0',
    description: 'A body without a content type is read as JSON.',
    operations: ['startAppConversation', 'createConversation'],
    status: 200,
    part: 'status',
    keywords: ['accepted'],
    isOf: ({ headers, wrong }) =>
      !headers.has('content-type') && wrong.length === 0,
  },
  {
    name: 'head-not-allowed',
    decision: 'D49',
    description: 'HEAD gets 405.',
    operations: [
      'listAppConversations',
      'searchSandboxes',
      'searchSandboxSpecs',
      'getSettings',
    ],
    status: 405,
    keywords: ['status'],
    isOf: ({ method }) => method === 'HEAD',
  },
  {
    name: 'legacy-generation-removed',
    decision: 'D33',
    since: '1.11.0',
    description: 'The legacy generation (V0) is gone: its paths get 404.',
    operations: ['createConversation', 'getSettings'],
    absent: 'v0',
    status: 404,
    keywords: ['absent', 'status', 'required'],
  },
];

function namesRepository({
  repository,
  create_microagent: microagent,
}: RequestFacts['body']): boolean {
  return (
    typeof repository === 'string' ||
    typeof objectOf(microagent)['repo'] === 'string'
  );
}

/** Whether a request names a git provider that 0.62.0 does not know. */
function namesNewerProvider(body: RequestFacts['body']): boolean {
  const {
    git_provider: provider,
    suggested_task: task,
    create_microagent: microagent,
  } = body;
  const named = [
    provider,
    objectOf(task)['git_provider'],
    objectOf(microagent)['git_provider'],
  ];
  return named.some((name) => newerProviders.includes(name));
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  return childrenOf(value).some(([, inner]) => hasLoneSurrogate(inner));
}

/** Whether a location is in a property that an edition does not read. */
function isUnread(pointer: string, edition: Edition): boolean {
  const [name = ''] = stepsOf(pointer);
  return (
    name.startsWith('observability_') ||
    (unreadBy[edition] ?? []).includes(name)
  );
}

/** Whether a value is one that Pydantic converts to the type that the contract requires. */
function isConverted({ keyword, message, value }: WrongValue): boolean {
  if (keyword === 'repeated') return true;
  const text = String(value).trim();
  if (message.includes('integer')) return /^[+-]?\d+$/.test(text);
  return (
    message.includes('boolean') &&
    /^(y|n|t|f|yes|no|on|off|true|false|1|0)$/i.test(text)
  );
}

/** Returns what an edition is known to do differently. */
export function deviationsOf(edition: Edition): readonly Deviation[] {
  const age = (it: Edition) => editions.indexOf(it);
  return deviations.filter(
    ({ since = edition, until = edition }) =>
      age(since) <= age(edition) && age(edition) <= age(until),
  );
}

/**
 * Returns what explains a violation in an edition; undefined if nothing does.
 *
 * @param specs the ids of the sandbox specs that the server has listed
 */
export function deviationFor(
  edition: Edition,
  { operation, keyword, part, side }: Violation,
  exchange: Exchange | undefined,
  specs: ReadonlySet<string>,
): Deviation | undefined {
  if (side === 'request' || keyword === 'secret') return undefined;
  const request = exchange && factsOf(exchange, operation, specs);
  const status = exchange?.response.status;
  return deviationsOf(edition).find(
    ({ isOf, ...it }) =>
      it.operations.includes(operation) &&
      it.keywords.includes(keyword) &&
      (it.status ?? status) === status &&
      (it.part ?? part) === part &&
      (!isOf || (request !== undefined && isOf(request, edition))),
  );
}

function factsOf(
  { request }: Exchange,
  operation: OperationId | undefined,
  specs: ReadonlySet<string>,
): RequestFacts {
  const { method, url, headers, body: text = '' } = request;
  const { searchParams: query } = new URL(url);
  const body = jsonOf(text);
  const result =
    operation && validators[operation].validateRequest({ query, body });
  const violations =
    result === undefined || result.valid ? [] : result.violations;
  const wrong = violations
    .filter(({ part }) => part === 'query' || part === 'body')
    .map(({ part, pointer, keyword, message }) => {
      const [name = ''] = stepsOf(pointer);
      const value = part === 'query' ? query.get(name) : valueAt(body, pointer);
      return { pointer, keyword, message, value };
    });
  return { method, query, headers, body: objectOf(body), specs, wrong };
}
