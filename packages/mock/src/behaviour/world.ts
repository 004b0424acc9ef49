import type { SandboxSpec, Settings } from '@agent-conversation/types';
import { exampleNamed, exampleOf } from '../contract.ts';
import type { OperationId } from '@agent-conversation/validators';
import type { Account } from '../state/account.ts';
import type { Records } from '../state/records.ts';
import type { Edition } from './editions.ts';
import type { Examples } from './examples.ts';

/** What an operation works on. */
export interface World {
  readonly account: Account;
  /** As they may be shown: without secrets. */
  readonly settings: Settings;
  readonly sandboxSpecs: Records<SandboxSpec>;
  /** How long a sandbox, and what runs in it, takes to start, in milliseconds. */
  readonly startupTime: number;
  readonly edition: Edition;
  /** What the account began with; undefined if it began empty. */
  readonly examples?: Examples | undefined;
}

/** The answer of an operation, before it is checked and written. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

/** The answer that the contract shows for a status. */
export function declared(id: OperationId, status: number): Reply {
  return { status, body: exampleOf(id, status) };
}

/** The answer to an operation that a state does not allow. */
export function refused(refusal: { readonly status: number; readonly example: string }): Reply {
  return { status: refusal.status, body: exampleNamed(refusal.example) };
}

/** A time as the contract writes it: RFC 3339, in UTC. */
export function timestamp(milliseconds: number): string {
  if (milliseconds !== last.milliseconds) {
    last = { milliseconds, text: new Date(milliseconds).toISOString() };
  }
  return last.text;
}

/** A time in the writing of an example, if it is the time that the example shows. */
export function timestampAs(example: string | undefined, milliseconds: number): string {
  return example !== undefined && Date.parse(example) === milliseconds
    ? example
    : timestamp(milliseconds);
}

// One answer often has the same time more than once, and writing it takes longer than all the rest.
let last = { milliseconds: NaN, text: '' };
