/** The editions of the service: versions of the package `openhands-ai`. */
import { suggestion, UsageError } from '@agent-conversation/cli';
import { compareVersions } from '@agent-conversation/cli/evidence';

/** An edition whose behavior is recorded in `openapi/evidence/`. */
export interface KnownEdition {
  readonly version: string;
  /** The first version of the package that behaves like it. */
  readonly since: string;
  readonly generations: readonly ('V0' | 'V1')[];
  /** Whether V1 rejects requests without a key. V0 always does. */
  readonly needsKeyForV1: boolean;
  /** Whether V1 takes an id that the client has chosen for a conversation. */
  readonly takesConversationId: boolean;
  readonly settingsPath: '/api/settings' | '/api/v1/settings';
  /** The value of RUNTIME with which sandboxes are processes. */
  readonly runtime: 'local' | 'process';
}

/** From the oldest to the newest. */
export const knownEditions: readonly KnownEdition[] = [
  {
    version: '0.62.0',
    since: '0.0.0',
    generations: ['V0', 'V1'],
    needsKeyForV1: false,
    takesConversationId: false,
    settingsPath: '/api/settings',
    runtime: 'local',
  },
  {
    version: '1.5.0',
    since: '1.0.0',
    generations: ['V0', 'V1'],
    needsKeyForV1: true,
    takesConversationId: true,
    settingsPath: '/api/settings',
    runtime: 'local',
  },
  {
    version: '1.11.0',
    since: '1.7.0',
    generations: ['V1'],
    needsKeyForV1: true,
    takesConversationId: true,
    settingsPath: '/api/v1/settings',
    runtime: 'process',
  },
];

/** The name that stands for the newest release of the package. */
export const latest = 'latest';

/** Reads the name of an edition: a version of the package, or `latest`. @throws {UsageError} */
export function readEditionName(text: string): string {
  if (text === latest || isVersion(text)) return text;
  const names = knownEditions.map(({ version }) => version);
  const hint = suggestion(text, [...names, latest]);
  throw new UsageError(
    `'${text}' is no edition${hint}: name a version of the package openhands-ai, ` +
      `such as one of ${names.join(', ')}, or ${latest}`,
  );
}

/** Returns the known edition that a version behaves like, as far as is known. */
export function knownEditionOf(version: string): KnownEdition {
  const isNotNewer = ({ since }: KnownEdition) =>
    compareVersions(since, version) <= 0;
  return knownEditions.findLast(isNotNewer) ?? knownEditions[0]!;
}

function isVersion(text: string): boolean {
  return /^\d{1,4}\.\d{1,4}\.\d{1,4}((a|b|rc|\.post)\d{1,3})?$/.test(text);
}
