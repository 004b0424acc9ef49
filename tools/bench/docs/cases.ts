import { sizes } from './contracts.ts';
import { type Profile, profiles } from './profiles.ts';
import { type View, views } from './views.ts';

/** A page that is loaded of every subject. */
export interface Case {
  readonly id: string;
  /** How many operations the contract has. */
  readonly size: number;
  readonly view: View;
  readonly profile: Profile;
}

/** The id of a case. */
export function caseId(size: number, view: View['id'], profile: Profile['id']): string {
  return `${size}/${view}/${profile}`;
}

/** All cases: of the larger contracts only the operation, which is what readers are sent to. */
export const cases: readonly Case[] = sizes.flatMap((size) =>
  views
    .filter(({ id }) => size === sizes[0] || id === 'operation')
    .flatMap((view) =>
      profiles.map((profile): Case => ({
        id: caseId(size, view.id, profile.id),
        size,
        view,
        profile,
      })),
    ),
);
