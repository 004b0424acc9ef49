/** The editions of the service, and what each is known to do differently than the contract. */
import { isObject, jsonOf, type JsonObject, objectOf } from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { validators } from '../contract.ts';
import type { DeviationName, Exchange, Violation } from './exchange.ts';

/** The editions that were recorded, from the oldest to the newest. */
export const editions = ['0.62.0', '1.5.0', '1.11.0'] as const;

/** A version of the service. */
export type Edition = (typeof editions)[number];

/** A way in which editions are known to differ from the contract, and the violations that it explains. */
export interface Deviation extends DeviationName {
  readonly editions: readonly Edition[];
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
  /** The locations of the violations in that part. */
  readonly pointer?: RegExp;
  /** The requests; by default all of them. */
  readonly isOf?: (request: RequestFacts) => boolean;
}

/** What deviations look for in a request. */
export interface RequestFacts {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The properties of the JSON of the body. */
  readonly body: JsonObject;
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

/** The properties of a start request that 0.62.0 reads. */
const readByOldest: readonly string[] = [
  'sandbox_id',
  'initial_message',
  'processors',
  'llm_model',
  'selected_repository',
  'selected_branch',
  'git_provider',
  'title',
  'trigger',
  'pr_number',
];

/** The git providers that 0.62.0 does not know. */
const newerProviders: readonly unknown[] = ['bitbucket_data_center', 'forgejo', 'azure_devops'];

/** The table. A new entry needs the decision that describes it. */
export const deviations: readonly Deviation[] = [
  {
    name: 'v1-without-key',
    decision: 'D29',
    editions: ['0.62.0'],
    description: 'V1 needs no key, and accepts any.',
    operations: v1Operations,
    part: 'security',
    keywords: ['accepted', 'key', 'isolation'],
  },
  {
    name: 'limit-unbounded',
    decision: 'D05',
    editions: ['0.62.0', '1.5.0'],
    description: 'A `limit` above 100 fails with 500.',
    operations: ['searchSandboxes', 'searchSandboxSpecs'],
    status: 500,
    keywords: ['server-error'],
    isOf: ({ query }) => Number(query.get('limit')) > 100,
  },
  {
    name: 'many-ids-fail',
    decision: 'D45',
    editions: ['0.62.0'],
    description: '100 ids or more fail with 500.',
    operations: ['listAppConversations'],
    status: 500,
    keywords: ['server-error'],
    isOf: ({ query }) => query.getAll('ids').length >= 100,
  },
  {
    name: 'unknown-spec-fails',
    decision: 'D12',
    editions: ['0.62.0', '1.5.0', '1.11.0'],
    description: 'An unknown sandbox spec fails with 500.',
    operations: ['startSandbox'],
    status: 500,
    keywords: ['server-error'],
    isOf: ({ query }) => query.has('sandbox_spec_id'),
  },
  {
    name: 'unknown-parent-fails',
    decision: 'D07',
    editions: ['1.5.0', '1.11.0'],
    description: 'An unknown `parent_conversation_id` fails with 500.',
    operations: ['startAppConversation'],
    status: 500,
    keywords: ['server-error'],
    isOf: ({ body }) => typeof body['parent_conversation_id'] === 'string',
  },
  {
    name: 'suggested-task-fails',
    decision: 'D13',
    editions: ['0.62.0', '1.5.0', '1.11.0'],
    description:
      'A suggested task fails with 500 beside an initial message, and wherever the prompts of the tasks are not found.',
    operations: ['startAppConversation', 'createConversation'],
    status: 500,
    keywords: ['server-error'],
    isOf: ({ body }) => isObject(body['suggested_task']),
  },
  {
    name: 'repository-without-provider-fails',
    decision: 'D10',
    editions: ['0.62.0', '1.5.0'],
    description:
      'A legacy conversation with a repository fails with 500 while no git provider is set.',
    operations: ['createConversation'],
    status: 500,
    keywords: ['server-error'],
    isOf: ({ body }) => namesRepository(body),
  },
  {
    name: 'newer-git-providers-rejected',
    decision: 'D37',
    editions: ['0.62.0'],
    description: 'The git providers that came later get 422.',
    operations: ['startAppConversation'],
    status: 422,
    keywords: ['rejected'],
    isOf: ({ body }) => newerProviders.includes(body['git_provider']),
  },
  {
    name: 'newer-trigger-rejected',
    decision: 'D01',
    editions: ['0.62.0', '1.5.0'],
    description: 'The trigger `automation`, which came later, gets 422.',
    operations: ['startAppConversation'],
    status: 422,
    keywords: ['rejected'],
    isOf: ({ body }) => body['trigger'] === 'automation',
  },
  {
    name: 'newer-properties-ignored',
    decision: 'D18',
    editions: ['0.62.0'],
    description:
      'The properties of a start request that came later, such as `conversation_id` and `agent_type`, are not read.',
    operations: ['startAppConversation'],
    status: 200,
    keywords: ['accepted', 'status', 'shown'],
    isOf: ({ body }) => isValidStart(pick(body, readByOldest)),
  },
  {
    name: 'legacy-generation-removed',
    decision: 'D33',
    editions: ['1.11.0'],
    description: 'The legacy generation (V0) is gone: its paths get 404.',
    operations: ['createConversation', 'getSettings'],
    absent: 'v0',
    status: 404,
    keywords: ['absent', 'status', 'required'],
  },
];

function namesRepository({ repository, create_microagent: microagent }: JsonObject): boolean {
  return typeof repository === 'string' || typeof objectOf(microagent)['repo'] === 'string';
}

function isValidStart(body: object): boolean {
  return validators.startAppConversation.validateRequest({ body }).valid;
}

function pick(body: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}

/** Returns what an edition is known to do differently. */
export function deviationsOf(edition: Edition): readonly Deviation[] {
  return deviations.filter((it) => it.editions.includes(edition));
}

/** Returns what explains a violation in an edition; undefined if nothing does. */
export function deviationFor(
  edition: Edition,
  { operation, keyword, part, pointer, side }: Violation,
  exchange: Exchange | undefined,
): Deviation | undefined {
  if (side === 'request' || keyword === 'secret') return undefined;
  const request = exchange && factsOf(exchange);
  return deviationsOf(edition).find((deviation) => {
    if (!deviation.operations.includes(operation)) return false;
    if (!deviation.keywords.includes(keyword)) return false;
    if (deviation.status !== undefined && deviation.status !== exchange?.response.status) {
      return false;
    }
    if (deviation.part !== undefined && deviation.part !== part) return false;
    if (deviation.pointer && !deviation.pointer.test(pointer)) return false;
    if (!deviation.isOf) return true;
    return request !== undefined && deviation.isOf(request);
  });
}

function factsOf({ request: { url, headers, body } }: Exchange): RequestFacts {
  const { pathname: path, searchParams: query } = new URL(url);
  return { path, query, headers, body: objectOf(body && jsonOf(body)) };
}
