/** What handlers work with, and what they have in common. */
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import { defaultLimit } from '../contract.ts';
import { ok, type Reply } from '../response.ts';
import type { Account, Records } from '../state/store.ts';
import type { Edition } from './editions.ts';
import type { Examples } from './seed-data.ts';

export interface Context {
  /** The state of the API key. */
  readonly account: Account;
  /** Without secrets. */
  readonly settings: Settings;
  readonly sandboxSpecs: Records<SandboxSpec>;
  /** How long a sandbox, and what runs in it, takes to start. */
  readonly startupTimeInMs: number;
  readonly edition: Edition;
  /** What the state started with; undefined if it started empty. */
  readonly examples?: Examples | undefined;
}

/** Returns a time as the contract writes it: RFC 3339, in UTC. */
export function timestamp(milliseconds: number): string {
  if (milliseconds !== last.milliseconds) {
    last = { milliseconds, text: new Date(milliseconds).toISOString() };
  }
  return last.text;
}

// One response often has the same time more than once, and writing it takes longer than all the rest.
let last = { milliseconds: NaN, text: '' };

/** Returns the form of a conversation id that responses have; an id that is no UUID stays as it is. */
export function canonicalId(id: string): string {
  return isUuid(id) ? id.replaceAll('-', '').toLowerCase() : id;
}

/** Whether a text is a UUID, with or without hyphens. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}
const uuid = /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** The query of a search. */
export interface PageQuery {
  readonly page_id?: string;
  readonly limit?: number;
}

/** Replies with one page of records, newest first. An unknown `page_id` gets the first, as in deployments. */
export function page<T extends { readonly id: string }>(
  records: Records<T>,
  { page_id, limit = defaultLimit }: PageQuery,
  show: (record: T) => unknown,
): Reply {
  const found = records.page(page_id === undefined ? undefined : positionOf(page_id), limit);
  const next_page_id = found.next ? pageId(found.next) : null;
  return ok({ items: found.records.map(show), next_page_id });
}

function pageId(position: number): string {
  return btoa(JSON.stringify({ before: position })).replace(/=+$/, '');
}

/** Returns the position that the id of a page stands for; undefined if it stands for none. */
function positionOf(id: string): number | undefined {
  try {
    const position = Number(/^\{"before":(\d{1,15})\}$/.exec(atob(id))?.[1]);
    return position > 0 && pageId(position) === id ? position : undefined;
  } catch {
    return undefined;
  }
}
