import type { AppConversation, Sandbox, SandboxSpec, Settings } from '@agent-conversation/types';
import type { OperationId, RequestOf } from '@agent-conversation/validators';
import type { Reply } from '../response.ts';
import type { Records } from '../state/records.ts';
import type { Account } from '../state/store.ts';
import type { Edition } from './editions.ts';

/** What handlers work with. */
export interface Context {
  /** The state of the API key. */
  readonly account: Account;
  /** Without secrets. */
  readonly settings: Settings;
  readonly sandboxSpecs: Records<SandboxSpec>;
  /** How long a sandbox, and what runs in it, takes to start. */
  readonly startupTimeInMs: number;
  readonly edition: Edition;
  /** What the state started with, by id; undefined if it started empty. */
  readonly examples?:
    | {
        readonly sandboxes: ReadonlyMap<string, Sandbox>;
        readonly appConversations: ReadonlyMap<string, AppConversation>;
      }
    | undefined;
}

/** What an operation does with a valid request. */
export type Handler<Id extends OperationId> = (context: Context, request: RequestOf<Id>) => Reply;
